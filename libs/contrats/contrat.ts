import type { FormePrix } from '#contract/vocabulary';

/** Who holds a contract. The raw identifier is in the declaration; here only what is valid. */
export interface Titulaire {
  /** 14 digits, valid; null for a SIREN alone, a foreign company, an unreadable identifier. */
  siret: string | null;
  /** 9 digits; null without a valid SIRET, SIREN or French VAT number. */
  siren: string | null;
  /** As the register writes it; format 2022 gives none. */
  nom: string | null;
}

export interface LieuContrat {
  /** As the register writes it. */
  code: string | null;
  type_code: string | null;
  nom: string | null;
  /** Department code, or null when the code tells none. */
  departement: string | null;
}

export interface Considerations {
  /** Empty: « Pas de considération ». Null: not provided. */
  sociales: string[] | null;
  environnementales: string[] | null;
}

/** What a contract is, cleaned: every value that cannot be served is null here and raw in the declaration. */
export interface Contrat {
  objet: string | null;
  acheteur: { siret: string | null; nom: string | null };
  /** In the order of the register, each once. */
  titulaires: Titulaire[];
  /** Euros, excluding tax; often a ceiling. */
  montant: number | null;
  /** 8 digits. */
  cpv: string | null;
  nature: string | null;
  procedure: string | null;
  /** `YYYY-MM-DD`; a concession's date of signature. */
  date_notification: string | null;
  duree_mois: number | null;
  lieu_execution: LieuContrat | null;
  offres_recues: number | null;
  forme_prix: FormePrix | null;
  sous_traitance_declaree: boolean | null;
  considerations: Considerations | null;
  marche_innovant: boolean | null;
}

/** What a modification may change. An absent key is unchanged. */
export type Changement = Partial<Pick<Contrat, 'montant' | 'duree_mois' | 'titulaires'>>;
