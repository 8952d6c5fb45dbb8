import type { TypeMarche } from '#contract/vocabulary';

/** What an account looks for. Every list may be empty. */
export interface Profil {
  /** CPV prefixes of 2 to 8 digits. */
  cpv: string[];
  /** Words or groups of words; a notice must hold all the words of a group. */
  mots_cles: string[];
  /** Department codes. */
  departements: string[];
  /** Kilometres around the departments; 0: these departments only. */
  rayon_km: number;
  /** Euros. */
  budget_min: number | null;
  budget_max: number | null;
  types_marche: TypeMarche[];
  /** French labels, as served. */
  procedures: string[];
}
