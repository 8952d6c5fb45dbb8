import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

interface Waiting<A, R> {
  ask: A;
  apartMs: number;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface Lane<A, R> {
  waiting: Waiting<A, R>[];
  running: boolean;
  /** When its last group started, in milliseconds that only rise. */
  startedAt: number;
}

/** Subjects remembered; one that is forgotten loses nothing but the company of those who come next. */
const SUBJECTS_MOST = 10_000;

/**
 * Runs what is asked of one subject one group at a time: what comes while a group is under way, or, when it may wait, too
 * soon after one started, goes together next. Requests of one account would wait for each other's commit in the database
 * anyway; so they share it.
 */
export class Grouped<A, R> {
  private readonly lanes = new LRUCache<string, Lane<A, R>>({ max: SUBJECTS_MOST });

  /** @param run gives a result for each ask, in their order, or fails for all of them. */
  constructor(private readonly run: (asks: readonly A[]) => Promise<readonly R[]>) {}

  /**
   * @param apartMs how long after the start of the group before the next may be held back for company, in milliseconds;
   * the least of those who wait counts.
   * @throws what `run` throws for its group, or for the group that it waited for.
   */
  ask(subject: string, ask: A, apartMs = 0): Promise<R> {
    return new Promise((resolve, reject) => {
      const lane = this.laneOf(subject);
      lane.waiting.push({ ask, apartMs, resolve, reject });
      if (!lane.running) void this.runGroups(lane);
    });
  }

  private laneOf(subject: string): Lane<A, R> {
    const known = this.lanes.get(subject);
    if (known !== undefined) return known;
    const lane = { waiting: [], running: false, startedAt: -Infinity };
    this.lanes.set(subject, lane);
    return lane;
  }

  private async runGroups(lane: Lane<A, R>): Promise<void> {
    lane.running = true;
    while (lane.waiting.length > 0) {
      // A turn at least: the page that is read meanwhile is asked for first, and who comes in the same turn comes along.
      const apartMs = Math.min(...lane.waiting.map((one) => one.apartMs));
      const early = lane.startedAt + apartMs - performance.now();
      await (early > 0 ? sleep(early) : nextTurn());
      lane.startedAt = performance.now();
      const group = lane.waiting.splice(0);
      try {
        const results = await this.run(group.map(({ ask }) => ask));
        group.forEach(({ resolve }, n) => resolve(results[n] as R));
      } catch (error) {
        // Who waited would wait as long again for the same failure.
        for (const { reject } of [...group, ...lane.waiting.splice(0)]) reject(error);
      }
    }
    lane.running = false;
  }
}
