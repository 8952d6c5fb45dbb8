import type { Taille } from '#contract/contrats';

/** One row of a stock file: text by column name; an empty text, or no key, where SIRENE says nothing. */
export type SireneRow = Readonly<Record<string, string | undefined>>;

/** A company as SIRENE has it: a row of write.unite_legale. A hidden one (`diffusible` false) has nothing but its number and kind. */
export interface UniteLegale {
  /** 9 digits. */
  siren: string;
  nom: string | null;
  categorie: Taille | null;
  /** INSEE code of 4 digits. */
  categorie_juridique: string | null;
  /** APE code, `43.21A`. */
  activite: string | null;
  /** SIRET of the head office. */
  siege: string | null;
  diffusible: boolean;
}

/** An establishment as SIRENE has it: a row of write.etablissement. A hidden one has nothing but its number. */
export interface Etablissement {
  /** 14 digits. */
  siret: string;
  /** What it is called in place of the company, when SIRENE says so. */
  nom: string | null;
  commune: string | null;
  code_postal: string | null;
  /** Department code. */
  departement: string | null;
  activite: string | null;
  actif: boolean;
  diffusible: boolean;
}
