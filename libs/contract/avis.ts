import type { ChampCompletude, FormePrix, MotifRetrait, Origine, Statut, TypeMarche } from './vocabulary.js';

/** Served shapes of a notice (contract, section Resources; JSON types of docs/decisions). Keys are the contract's. */

export interface AcheteurAvis {
  nom: string | null;
  /** 14 digits, valid, or null. */
  siret: string | null;
  /** Department code (libs/contract/departements.ts) or null. */
  departement: string | null;
}

export interface Lot {
  numero: string;
  description: string | null;
  /** Euros. */
  budget: number | null;
  /** 8 digits, no check digit. */
  cpv: string | null;
}

export interface Criteres {
  selection: Record<string, unknown> | null;
  attribution: Record<string, unknown> | null;
}

export interface LieuExecution {
  departements: string[];
  code_nuts: string | null;
}

export interface Capacites {
  economique: string | null;
  technique: string | null;
  exercice: string | null;
}

export interface AutrePublication {
  source: string;
  nom: string;
  lien: string | null;
  /** YYYY-MM-DD. */
  date_publication: string | null;
}

export interface Emprunt {
  origine: Origine;
  source: string;
}

/** Mirrors the notice; `{}` when nothing is borrowed. */
export interface Origines {
  budget?: Emprunt;
  description?: Emprunt;
  acheteur?: { siret?: Emprunt };
}

/** What a source's publications say of a notice, in the contract's names: the part of the served form that is facts. */
export interface AvisContent {
  titre: string | null;
  description: string | null;
  /** Euros, at most 2 decimals. */
  budget: number | null;
  /** 8 digits. */
  cpv: string | null;
  /** RFC 3339 in UTC to the second, `2026-12-15T11:00:00Z`. */
  date_limite: string | null;
  type_marche: TypeMarche | null;
  /** Label in French. */
  procedure: string | null;
  acheteur: AcheteurAvis;
  /** http(s) address of the original. */
  lien_source: string | null;
  /** Null when the publication does not say; `[]` never means unknown. */
  nb_lots: number | null;
  lots: Lot[];
  criteres: Criteres | null;
  duree_mois: number | null;
  lieu_execution: LieuExecution | null;
  /** YYYY-MM-DD. */
  date_debut_prestation: string | null;
  forme_prix: FormePrix | null;
  url_profil_acheteur: string | null;
  renseignements_complementaires: string | null;
  capacites: Capacites;
}

/** Item of the lists, but for `version`, which only the database's stamp writes. */
export interface AvisListItem {
  id: string;
  source: string;
  licence: string;
  mention: string;
  lien_source: string | null;
  statut: Statut;
  titre: string | null;
  budget: number | null;
  cpv: string | null;
  date_limite: string | null;
  /** YYYY-MM-DD. */
  date_publication: string | null;
  type_marche: TypeMarche | null;
  procedure: string | null;
  description: string | null;
  acheteur: AcheteurAvis;
  nb_lots: number | null;
  completude: number;
  completude_version: number;
  champs_manquants: ChampCompletude[];
  publie_aussi_sur: AutrePublication[];
  origines: Origines;
  liens: { acheteur: string | null };
}

/** GET /avis/{id}: what the lists leave out comes as it is published. */
export type AvisDetail = AvisListItem &
  Pick<
    AvisContent,
    | 'lots'
    | 'criteres'
    | 'duree_mois'
    | 'lieu_execution'
    | 'date_debut_prestation'
    | 'forme_prix'
    | 'url_profil_acheteur'
    | 'renseignements_complementaires'
    | 'capacites'
  >;

/** The reduced form of a retired notice; `version` is added by the stamp. */
export interface AvisRetire {
  id: string;
  statut: 'retire';
  motif_retrait: MotifRetrait;
  canonique_id: string | null;
}
