import type { Raisons } from '#contract/opportunites';

export type { Raisons };

export interface Scored {
  /** 0 to 100. */
  score: number;
  raisons: Raisons;
}
