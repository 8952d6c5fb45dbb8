import type { TypeMarche } from '#contract/vocabulary';

/** A notice as scoring sees it: served values only. */
export interface Annonce {
  id: string;
  cpv: string | null;
  /** Normalised words of title and description (libs/opportunites/words.ts). */
  mots: string[];
  /** Execution departments; where none is declared, the buyer's. */
  departements: string[];
  /** Euros. */
  budget: number | null;
  type_marche: TypeMarche | null;
  procedure: string | null;
}
