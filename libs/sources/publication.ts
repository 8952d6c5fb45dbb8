import type { AvisContent } from '#contract/avis';
import type { SourceCode } from './registry.js';

/**
 * What `normalise` makes of a raw document: one publication of one source, in the contract's names.
 * Pure data (JSON-safe): it is stored as it is in write.publication.
 */
export interface Publication {
  source: SourceCode;
  /** The source's own identifier, canonical spelling: BOAMP idweb `26-85567`, TED publication number `47522-2024`. */
  identifiant: string;
  /**
   * Other identifiers of this same publication that later ones of the source may cite: eForms corrections cite the
   * notice identifier and version (`a638ab6b-7005-48a9-a9c7-b91bfc6142f1-01`), not the gazette's number. Lower case;
   * `[]` when the source has none.
   */
  aliases: string[];
  /**
   * `initial`: a tender notice. `correction`, `cancellation`: of an earlier one. `attribution`: an award notice.
   * Decided by `etat` before `nature` (docs/sources.md, C.2).
   */
  kind: PublicationKind;
  /**
   * Whether `content` is a whole notice (initial, attribution, eForms corrections and cancellations that republish
   * everything) or only what it changes (BOAMP national corrections).
   */
  whole: boolean;
  /**
   * Identifiers or aliases, in the same source, of the earlier publications that this one corrects, cancels or awards,
   * as cited, in the source's order, itself excluded.
   */
  cites: string[];
  /** Whether the whole notice is closed by this publication (a cancellation without a lot, an award of everything). */
  closes: boolean;
  /** Lots that a cancellation names, or that an award attributes or ends; empty when it names none. */
  lots_concernes: string[];
  /** The reason a correction or a cancellation gives, in its own words. */
  motif: string | null;
  /** YYYY-MM-DD. */
  date_publication: string | null;
  /**
   * Where the source dates its states: the instant of this one, RFC 3339 in UTC. An older state never replaces a newer one
   * of the same `identifiant`, whatever the order of the archive, which alone decides where this is absent.
   */
  stated_at?: string;
  keys: IdentityKeys;
  /** A whole notice when `whole`; otherwise only the changed fields. */
  content: Partial<AvisContent>;
  /** Values refused by the clean-up rules: kept raw here, served as null, counted. */
  anomalies: Anomaly[];
}

export type PublicationKind = 'initial' | 'correction' | 'cancellation' | 'attribution';

/** What proves that publications of several sources are the same notice (docs/sources.md, C.3). */
export interface IdentityKeys {
  /** BOAMP `contractfolderid` = eForms `ContractFolderID` = TED `procedure-identifier`; lower case. */
  procedure_uuid: string | null;
  /** OJ numbers, `047522-2024`: number padded to 6 digits, then the year. */
  joue: string[];
  /** BOAMP idwebs cited in a text of another source. */
  boamp: string[];
  /** Consultation ids found in platform addresses, `host|id`. */
  consultations: string[];
  /** The buyer's own reference. */
  reference_acheteur: string | null;
}

export interface Anomaly {
  /** Contract path of the field, `acheteur.siret`, `lots.budget`. */
  champ: string;
  /** What is wrong, one of a closed list by rule: `siret_luhn`, `cpv_inconnu`, `date_absurde`… */
  code: AnomalyCode;
  /** The value as published, at most 200 characters. */
  brut: string;
}

export type AnomalyCode =
  | 'montant_absurde'
  | 'montant_illisible'
  | 'cpv_inconnu'
  | 'cpv_illisible'
  | 'date_absurde'
  | 'date_illisible'
  | 'siret_luhn'
  | 'siret_longueur'
  | 'siret_siren_seul'
  | 'siret_illisible'
  | 'departement_inconnu'
  | 'nuts_inconnu'
  | 'url_illisible'
  | 'correction_illisible'
  | 'duree_illisible'
  | 'texte_absurde'
  | 'valeur_inconnue';

/** Why a document does not become a publication. Closed list; shown to operators with the document. */
export type RejectionReason =
  /** Not the announced format: malformed JSON or XML, an error page, a truncated document. */
  | 'malformed'
  /** An XML construct that we refuse to read: DOCTYPE, entity declaration. */
  | 'hostile'
  /** Well-formed, but a field without which nothing can be kept is missing (identifier, title, buyer…). */
  | 'incomplete'
  /** A kind of notice that the service does not hold: prior information, intention to conclude, contract change. */
  | 'out_of_scope'
  /** A shape or version of the format that no mapper knows. */
  | 'unknown_format'
  /** Our own mapper failed: a defect to mend, then replay. */
  | 'internal';

export interface Rejection {
  reason: RejectionReason;
  /** One sentence for the operator, naming the place in the document. */
  detail: string;
  /** The document's identifier when it could still be read. */
  identifiant: string | null;
}

export type Normalised = { ok: true; publication: Publication } | { ok: false; rejection: Rejection };
