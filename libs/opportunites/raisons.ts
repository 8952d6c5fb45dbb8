/** Why a notice has its score: the points of each criterion and the fact used (contract, GET /opportunites). */
export interface Raisons {
  /** Of 50. `cpv`: the prefix that matches; `mots`: the keywords found. */
  metier?: { points: number; cpv?: string; mots?: string[] };
  /** Of 25. `km`: between department centres, 0 within one of the profile's own. */
  distance?: { points: number; km: number | null };
  /** Of 15. */
  budget?: { points: number };
  /** Of 10. */
  mode?: { points: number };
}

export interface Scored {
  /** 0 to 100. */
  score: number;
  raisons: Raisons;
}
