import { MASS_SHARE } from './replay/disappearances.js';

/** So few may go at once whatever their share: small portals lose one notice of three on an ordinary day. */
export const FEWEST_OF_A_MASS = 5;

export interface WouldDisappear {
  /** Notices of the source held as open. */
  open: number;
  /** Of which would be retired now. */
  due: number;
  /** Retired for their absence within a day, without an operator's word: a list that melts slowly is a mass too. */
  recent: number;
  /** The source publishes nothing as open. */
  empty: boolean;
}

/** Whether so much disappears that it is rather a defect of the source, or of our reading of it, than a fact. */
export function isMass({ open, due, recent, empty }: WouldDisappear): boolean {
  if (due === 0) return false;
  if (empty) return true;
  return due + recent >= FEWEST_OF_A_MASS && due + recent > (open + recent) * MASS_SHARE;
}
