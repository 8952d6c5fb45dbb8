import type { SourceCode } from '#sources/registry';

/** The sources that show notices published elsewhere, or by small buyers only there: all but the two gazettes. */
export type ListingSource = Exclude<SourceCode, 'boamp' | 'ted'>;

/**
 * What a platform or an aggregator shows of one notice at an instant. Values are already as this source spells them
 * (its own case, cuts, missing fields): routes only write them in the source's format.
 */
export interface Item {
  readonly source: ListingSource;
  /** The notice's number in its source, stable for its life. */
  readonly numero: number;
  /** Acronym of the buyer's organisation on the portal, `a1b`. */
  readonly organisme: string;
  /** The buyer's own reference, as shown here. */
  readonly reference: string | null;
  readonly titre: string;
  /** The longer object, where the source shows one. */
  readonly objet: string | null;
  readonly acheteur: {
    readonly nom: string;
    readonly code_postal: string | null;
    readonly ville: string | null;
    /** Conventions give it; portals do not. */
    readonly siret: string | null;
  };
  readonly type_marche: 'Travaux' | 'Services' | 'Fournitures' | null;
  readonly procedure: { readonly abrege: string; readonly libelle: string } | null;
  /** Milliseconds: when the source showed it first. */
  readonly publie: number;
  /** Milliseconds: when what is shown last changed (a correction that reached this source); `publie` when it never did. */
  readonly modifie: number;
  /** `jour` YYYY-MM-DD and `heure` HH:MM in Paris; `heure` null where the source gives only the day. */
  readonly limite: { readonly jour: string; readonly heure: string | null } | null;
  readonly lots: readonly { readonly numero: string; readonly titre: string; readonly cpv: string | null }[];
  /** 8 digits, the principal code first; empty where the source gives none. */
  readonly cpv: readonly string[];
  /** Execution departments. */
  readonly departements: readonly string[];
  /** Euros. */
  readonly budget: number | null;
  /** Identifier of the notice in a gazette that the source cites, `26-85567` or `47522-2024`. */
  readonly cite: { readonly boamp: string | null; readonly joue: string | null };
  /** Address of the consultation on the buyer's platform, as aggregators repeat it. */
  readonly consultation: string | null;
  /** `annulee`: the source says so where its format can; portals simply stop showing it. */
  readonly etat: 'ouverte' | 'annulee';
  /** What happened so far, oldest first; the first is the initial publication. Conventions publish one release for each. */
  readonly evenements: readonly {
    readonly quoi: 'initial' | 'correction' | 'annulation' | 'attribution';
    readonly quand: number;
  }[];
}

/** What a listing source shows. Constant memory: items are made one by one. */
export interface Listings {
  /** Items shown at `now` whose last change lies in [`from`, `to`] (milliseconds, both optional), newest change first. */
  changed(source: ListingSource, now: number, range?: { from?: number; to?: number }): Iterable<Item>;
  /** Items open at `now` (deadline ahead, not cancelled), newest publication first, from `offset`. */
  open(source: ListingSource, now: number, offset?: number): Iterable<Item>;
  countOpen(source: ListingSource, now: number): number;
}
