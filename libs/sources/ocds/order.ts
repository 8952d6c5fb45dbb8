/** How a publisher orders its releases over the pages. */
export type Sens = 'croissant' | 'decroissant';

export const DAY_MS = 86_400_000;
/**
 * Pages may stand this far from their place and the order still hold: publishers sort by the instant of their export. The same time is read again at each run, for releases that come late.
 */
export const OVERLAP_MS = 3 * DAY_MS;

/**
 * Finds the order of the pages of a walk from the newest release of each: a page may hold older ones beside it, where a
 * publisher repeats all the releases of a process when it changes. What a previous walk found stands until contradicted.
 */
export class WalkOrder {
  private newest = -Infinity;
  private oldest = Infinity;
  private rises = true;
  private falls = true;

  constructor(private readonly before: Sens | null) {}

  /** @param newest of the next page, in milliseconds. */
  add(newest: number): void {
    if (newest < this.newest - OVERLAP_MS) this.rises = false;
    if (newest > this.oldest + OVERLAP_MS) this.falls = false;
    this.newest = Math.max(this.newest, newest);
    this.oldest = Math.min(this.oldest, newest);
  }

  /** Null when nothing tells, or when there is no order: every page must then be read. */
  get sens(): Sens | null {
    if (this.rises && this.falls) return this.before;
    return this.rises ? 'croissant' : this.falls ? 'decroissant' : null;
  }
}
