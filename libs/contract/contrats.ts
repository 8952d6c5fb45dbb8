import type { FormePrix } from './vocabulary.js';

/** Served shapes of contracts, contractors, buyers and award notices (contract, section Resources; docs/decisions). */

export const TAILLES = ['PME', 'ETI', 'GE'] as const;
export type Taille = (typeof TAILLES)[number];

export const TYPES_PRESTATAIRE = ['revendiquee', 'decp'] as const;
export type TypePrestataire = (typeof TYPES_PRESTATAIRE)[number];

export interface AcheteurContrat {
  siret: string | null;
  nom: string | null;
  departement: string | null;
}

/** A holder that may not be disclosed has neither `siret` nor `nom`. */
export interface TitulaireContrat {
  siret: string | null;
  nom: string | null;
  departement: string | null;
  categorie: Taille | null;
}

/** Always an estimate: date_notification plus duree_mois. */
export interface FinEstimee {
  /** `YYYY-MM-DD`. */
  date: string;
  estimation: true;
}

export interface ContratServi {
  uid: string;
  objet: string | null;
  acheteur: AcheteurContrat;
  /** The first holder; the others are in `cotitulaires`. */
  titulaire: TitulaireContrat | null;
  /** Holders beside `titulaire`, in the order of the register. */
  cotitulaires: (TitulaireContrat & { non_diffusible: boolean })[];
  /** Of `titulaire`. */
  non_diffusible: boolean;
  montant: number | null;
  cpv: string | null;
  nature: string | null;
  procedure: string | null;
  date_notification: string | null;
  duree_mois: number | null;
  fin_estimee: FinEstimee | null;
  lieu_execution: {
    code: string | null;
    type_code: string | null;
    nom: string | null;
    departement: string | null;
  } | null;
  offres_recues: number | null;
  forme_prix: FormePrix | null;
  sous_traitance_declaree: boolean | null;
  considerations: { sociales: string[] | null; environnementales: string[] | null };
  marche_innovant: boolean | null;
}

/** List form of a contractor. */
export interface PrestataireListe {
  siret: string | null;
  slug: string;
  nb_etablissements: number | null;
  departement: string | null;
  taille: Taille | null;
  montant_median: number | null;
  cpv_principal: string | null;
  liens: { fiche: string };
}

/** Who buys most from a contractor, or sells most to a buyer. */
export interface Partenaire {
  siret: string | null;
  nom: string | null;
  nombre_contrats: number;
  montant_total: number | null;
}

export interface StatistiquesPrestataire {
  nombre_contrats: number;
  montant_total: number | null;
  montant_median: number | null;
  montant_12m: number | null;
  /** Per cent, one decimal; null when nothing was won in the 12 months before. */
  croissance_12m: number | null;
  premiere_notification: string | null;
  derniere_notification: string | null;
}

export interface PrestataireDetail extends PrestataireListe {
  nom: string | null;
  siren: string;
  type: TypePrestataire;
  categorie_juridique: string | null;
  adresse: { commune: string | null; code_postal: string | null; departement: string | null };
  statistiques: StatistiquesPrestataire | null;
  derniers_marches: ContratServi[];
  principaux_acheteurs: Partenaire[];
  contrats_a_echeance: ContratServi[];
}

/** `avis_ouverts` depends on the key: added when it is served. */
export interface AcheteurDetail {
  siret: string;
  siren: string;
  nom: string | null;
  departement: string | null;
  categorie: string | null;
  contrats: {
    nombre: number;
    montant_total: number | null;
    montant_median: number | null;
    premiere_notification: string | null;
    derniere_notification: string | null;
  };
  cpv_principaux: { cpv: string; nombre: number }[];
  principaux_titulaires: Partenaire[];
  derniers_marches: ContratServi[];
  contrats_a_echeance: ContratServi[];
  liens: { fiche: string; avis: string };
}

/** Item of GET /attributions. */
export interface AttributionServie {
  id: string;
  source: string;
  titre: string | null;
  budget: number | null;
  date_publication: string | null;
  cpv: string | null;
  acheteur: { nom: string | null; siret: string | null; departement: string | null };
  lien_source: string | null;
  licence: string;
  mention: string;
}
