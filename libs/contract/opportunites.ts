import type { AvisListItem } from './avis.js';
import type { StatutUtilisateur, ValeurVerdict } from './vocabulary.js';

/** Served shapes of a feed (contract, additional fields of GET /opportunites). Keys are the contract's. */

/** Why a notice has its score: the points of each criterion and the fact used. An absent criterion gave nothing. */
export interface Raisons {
  /** Of 50. `cpv`: the prefix that matches; `mots`: the keywords found. */
  metier?: { points: number; cpv?: string; mots?: string[] };
  /** Of 25. `km`: between department centres, 0 within one of the profile's own; null when it is unknown. */
  distance?: { points: number; km: number | null };
  /** Of 15. */
  budget?: { points: number };
  /** Of 10. */
  mode?: { points: number };
}

/** Raw outcome of the evaluation. */
export interface Verdict {
  valeur: ValeurVerdict;
  raison: string | null;
}

/** What a feed adds to a notice. */
export interface Classement {
  /** 0 to 100. */
  score: number;
  raisons: Raisons;
  /** Null when never evaluated. */
  verdict: Verdict | null;
  statut_utilisateur: StatutUtilisateur;
  /** RFC 3339 in UTC to the second; null while the user has not seen the notice. */
  vu_le: string | null;
}

/** Item of GET /opportunites, but for `version`, which only the database's stamp writes. */
export type OpportuniteListItem = AvisListItem & Classement;
