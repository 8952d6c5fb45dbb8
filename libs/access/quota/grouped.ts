import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

interface Waiting<A, R> {
  ask: A;
  mayWait: boolean;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface Lane<A, R> {
  waiting: Waiting<A, R>[];
  running: boolean;
  /** When its last group started, in milliseconds that only rise. */
  startedAt: number;
}

export interface GroupedOptions {
  /** Shortest time between the starts of two groups of a subject when all who are in the second may wait, in milliseconds. */
  apartMs: number;
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
  constructor(
    private readonly options: GroupedOptions,
    private readonly run: (asks: readonly A[]) => Promise<readonly R[]>,
  ) {}

  /**
   * @param mayWait whether company is likely to come: the group is then held back until `apartMs` after the one before.
   * @throws what `run` throws for its group, or for the group that it waited for.
   */
  ask(subject: string, ask: A, mayWait = false): Promise<R> {
    return new Promise((resolve, reject) => {
      const lane = this.laneOf(subject);
      lane.waiting.push({ ask, mayWait, resolve, reject });
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
      const early = lane.startedAt + this.options.apartMs - performance.now();
      if (early > 0 && lane.waiting.every(({ mayWait }) => mayWait)) await sleep(early);
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
