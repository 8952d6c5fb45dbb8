import type { MatchNotice } from '#avis/match/notice';

/** A notice and what the matching must find out. */
export interface Labelled {
  notice: MatchNotice;
  /** The same for all notices of one procedure. */
  truth: string;
  /** Of which kind of hard negative it is a part, if of one. */
  trap: string | null;
}
