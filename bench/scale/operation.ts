import type { Work } from './cost.js';
import { nth, type Draws } from './draws.js';

/**
 * What bounds an operation's work, as its design says: `page` the rows of one page; `hits` those that it finds, counted up
 * to the depth of a search; `all` everything that it counts, however many: it grows as they do.
 */
export type Bound = 'page' | 'hits' | 'all';

export interface Operation {
  name: string;
  bound: Bound;
  /** Under the owner's rights instead of the API's. */
  owner?: boolean;
  /** The i-th run, with values of its own. */
  work: (draws: Draws, i: number) => Work;
}

/** The value of the i-th draw, or of the next that has one: values of one draw go together. */
export function value<T, K extends keyof T>(rows: readonly T[], key: K, i: number): NonNullable<T[K]> {
  const from = i % rows.length;
  const having = [...rows.slice(from), ...rows.slice(0, from)].filter((row) => row[key] !== null);
  return nth(having, 0)[key] as NonNullable<T[K]>;
}
