import type { Taille } from '#contract/contrats';
import type {
  FiltreStatut,
  StatutUtilisateur,
  TriAvis,
  TriPrestataires,
  TypeMarche,
  ValeurVerdict,
} from '#contract/vocabulary';

/** Filters of both modes of GET /avis. */
export interface FiltresAvis {
  source?: readonly string[];
  departement?: readonly string[];
  /** Prefix of 2 to 8 digits. */
  cpv?: string;
  type_marche?: TypeMarche;
  /** Whole euros. */
  budget_min?: number;
  budget_max?: number;
  /** YYYY-MM-DD, inclusive. */
  date_limite_min?: string;
  date_limite_max?: string;
  publie_depuis?: string;
  completude_min?: number;
  per_page?: number;
}

/** A search: at most 1000 results, open notices unless `statut` says otherwise. */
export interface RechercheAvis extends FiltresAvis {
  q?: string;
  statut?: FiltreStatut;
  tri?: TriAvis;
  /** From 1. */
  page?: number;
}

/** A page of a walk by rising version: a copy (`statut`), or what changed since an instant (`updated_since`). */
export type ParcoursAvis = FiltresAvis & { curseur?: string } & (
    { statut?: FiltreStatut; updated_since?: never } | { updated_since: string; statut?: never }
  );

/** A page of the account's feed: score of 50 or more, not rejected by both models, not ignored, unless asked otherwise. */
export interface RechercheOpportunites {
  q?: string;
  departement?: readonly string[];
  /** Prefix of 2 to 8 digits. */
  cpv?: string;
  /** Whole euros. Without `budget_min`, notices that give no budget remain. */
  budget_min?: number;
  budget_max?: number;
  /** YYYY-MM-DD, inclusive. */
  date_limite_min?: string;
  date_limite_max?: string;
  /** 0 to 100. */
  score_min?: number;
  verdict?: readonly ValeurVerdict[];
  statut_utilisateur?: readonly StatutUtilisateur[];
  /** From 1. */
  page?: number;
  per_page?: number;
}

/** A page of award notices. */
export interface RechercheAttributions {
  acheteur_siret?: string;
  /** The buyer's. */
  departement?: string;
  /** Prefix of 2 to 8 digits. */
  cpv?: string;
  /** YYYY-MM-DD, inclusive. */
  date_min?: string;
  date_max?: string;
  limite?: number;
  curseur?: string;
}

/** A page of contracts; one of the first five is mandatory, `q` only with a buyer or a holder. */
export interface RechercheContrats {
  acheteur_siret?: string;
  titulaire_siret?: string;
  titulaire_siren?: string;
  /** Of execution. */
  departement?: string;
  /** Prefix of 2 to 8 digits. */
  cpv?: string;
  /** YYYY-MM-DD, inclusive. */
  date_min?: string;
  date_max?: string;
  /** Whole euros. */
  montant_min?: number;
  montant_max?: number;
  q?: string;
  limite?: number;
  curseur?: string;
}

/** A search of contractors: at most 1000 results. */
export interface RecherchePrestataires {
  q?: string;
  departement?: string;
  /** Division, 2 digits. */
  cpv?: string;
  taille?: Taille;
  tri?: TriPrestataires;
  /** From 1. */
  page?: number;
  per_page?: number;
}

type Value = string | number | readonly string[];

/** `?a=1&b=x%2Cy`, without the absent values; empty when nothing is given. */
export function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, Value | undefined][]) {
    if (value === undefined) continue;
    // A list is written with commas.
    parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
