import type { AvisDetail, AvisListItem, AvisRetire } from '#contract/avis';
import type {
  AcheteurDetail,
  AttributionServie,
  ContratServi,
  PrestataireDetail,
  PrestataireListe,
} from '#contract/contrats';
import type { CodeDepartement } from '#contract/departements';
import type { OpportuniteListItem, Raisons } from '#contract/opportunites';
import type { FamilleQuota, Perimetre, Plan, Statut, UsageCle } from '#contract/vocabulary';

/**
 * What the API answers, in the contract's own names. Fields and enumerated values may be added without notice: ignore
 * those that you do not know.
 */

/** Every served form carries its version: 27 characters, compared as text, never as a date. */
interface Versioned {
  version: string;
}

interface Served extends Versioned {
  statut: Exclude<Statut, 'retire'>;
}

/** A served notice, as lists give it. */
export type Avis = AvisListItem & Served;
/** A served notice in full. */
export type AvisComplet = AvisDetail &
  Served & {
    /** 0 to 100. With `raisons`, only of a notice in the account's feed, for a key that may read it. */
    score?: number;
    raisons?: Raisons;
  };
/** A notice that is no longer served: nothing but these fields. */
export type AvisRetireServi = AvisRetire & Versioned;
/** What a synchronisation brings. */
export type AvisSynchronise = Avis | AvisRetireServi;

/** Page mode of GET /avis. */
export interface PageAvis {
  data: Avis[];
  meta: {
    page: number;
    per_page: number;
    /** At most 1000; `total_exact` is false beyond. */
    total: number;
    total_exact: boolean;
  };
}

/** Cursor mode of GET /avis. */
export interface PageParcours {
  data: AvisSynchronise[];
  meta: {
    per_page: number;
    /** Null on the last page. */
    curseur_suivant: string | null;
    /** First page only, then null. */
    total: number | null;
    /** What a later walk passes as `updated_since`. */
    synchronise_jusqu_a: string;
  };
}

/** A notice of the account's feed. */
export type Opportunite = OpportuniteListItem & Served;

export interface PageOpportunites {
  data: Opportunite[];
  meta: {
    page: number;
    per_page: number;
    /** At most 1000; may exceed what the pages hold when a source is no longer served. */
    total: number;
    total_exact: boolean;
  };
}

/** An award notice. */
export type Attribution = AttributionServie;
/** A contract. */
export type Contrat = ContratServi;

/** Lists by day, newest first. */
export interface MetaListe {
  limite: number;
  /** Null on the last page. */
  curseur_suivant: string | null;
  /** Exact, first page only; of contracts, only with a buyer or a holder. */
  total: number | null;
}

export interface PageAttributions {
  data: Attribution[];
  meta: MetaListe;
}

export interface PageContrats {
  data: Contrat[];
  meta: MetaListe;
}

/** A contractor, as the list gives it. */
export type Prestataire = PrestataireListe;
/** The record of a contractor. */
export type PrestataireComplet = PrestataireDetail;

export interface PagePrestataires {
  data: Prestataire[];
  meta: {
    page: number;
    per_page: number;
    /** At most 1000; `total_exact` is false beyond. */
    total: number;
    total_exact: boolean;
  };
}

/** The record of a buyer. */
export interface Acheteur extends AcheteurDetail {
  /** Open notices that the key may see. */
  avis_ouverts: number;
}

export interface Departement {
  code: CodeDepartement;
  nom: string;
  avis_ouverts: number;
}

export interface Source {
  code: string;
  nom: string;
  type: 'officielle' | 'plateforme' | 'agrégateur';
  licence: string;
  mention: string;
  url: string;
  etat: 'active' | 'coupee';
  completude_moyenne: number | null;
  avis_ouverts: number;
  /** YYYY-MM-DD. */
  derniere_publication: string | null;
  derniere_collecte: string | null;
  /** Null while on time. */
  retard_minutes: number | null;
  rediffusion: boolean;
}

export interface Liste<T> {
  data: T[];
  meta: { total: number };
}

export interface QuotaFamille {
  limite: number;
  consomme: number;
  restant: number;
}

export interface Moi {
  compte: { id: string; nom: string; plan: Plan };
  cle: {
    id: string;
    prefixe: string;
    usage: UsageCle;
    perimetres: Perimetre[];
    creee_le: string;
    expire_le: string | null;
  };
  quota: Record<FamilleQuota, QuotaFamille> & { renouvellement: string };
  limites: { requetes_par_minute: number; requetes_simultanees: number };
}

export interface Sante {
  statut: 'ok';
  base: 'ok';
  /** The queue of the service. */
  file: 'ok' | 'indisponible';
  /** `degradees`: an instance counts requests a minute by itself. */
  limites: 'ok' | 'degradees';
  derniere_projection: string | null;
  version_api: string;
}
