import type pg from 'pg';
import { type Clock } from '#platform/clock';
import { utcDay } from '../quota/day.js';

/** One answered request. */
export interface UsageEvent {
  /** Null when it was refused before its key was known. */
  cleId: string | null;
  /** The route's pattern, never the address: `/avis/{id}`. */
  route: string;
  /** HTTP status. */
  statut: number;
}

export interface UsageRecorderOptions {
  clock: Clock;
  /** Longest time a count waits in memory, in milliseconds. */
  flushMs?: number;
  /** Counts written as soon as this many requests wait. */
  flushAt?: number;
  /** Most distinct counts that may wait when the database does not answer; requests beyond are counted as lost. */
  pendingMax?: number;
  /** Told of each failed write, with the number of requests lost so far. */
  onError?: (error: Error, lost: number) => void;
}

interface Count extends UsageEvent {
  jour: string;
  requetes: number;
}

const ADD = {
  name: 'access-add-usage',
  text: 'select access.add_usage($1::date[], $2::uuid[], $3::text[], $4::smallint[], $5::bigint[])',
};
const ADD_TIMEOUT_MS = 5_000;

/**
 * Counts requests by key, route, status and UTC day, and writes them in batches. A batch that the database refuses waits
 * for the next; one whose fate is unknown (the connection died while it was written) may then count twice.
 */
export class UsageRecorder {
  private pending = new Map<string, Count>();
  private waiting = 0;
  private writing: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;
  private lostRequests = 0;

  /** @param pool the API's role is enough. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly options: UsageRecorderOptions,
  ) {
    this.timer = setInterval(() => void this.flush(), options.flushMs ?? 1_000);
    this.timer.unref();
  }

  /** Requests whose count was lost since the start. For the health. */
  get lost(): number {
    return this.lostRequests;
  }

  /** Counts one request. Returns at once. */
  record(event: UsageEvent): void {
    this.add({ ...event, jour: utcDay(this.options.clock.now()), requetes: 1 });
    this.waiting += 1;
    if (this.waiting >= (this.options.flushAt ?? 1_000)) void this.flush();
  }

  /** Writes what waits; never throws. One write at a time: a call during another returns that one. */
  flush(): Promise<void> {
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  /** Last write, at shutdown; what cannot be written is lost and reported. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
    await this.flush();
    if (this.pending.size === 0) return;
    for (const { requetes } of this.pending.values()) this.lostRequests += requetes;
    this.pending.clear();
    this.options.onError?.(new Error('usage counts could not be written at shutdown'), this.lostRequests);
  }

  private add(count: Count): void {
    const key = `${count.jour} ${count.cleId ?? ''} ${count.statut} ${count.route}`;
    const known = this.pending.get(key);
    if (known !== undefined) known.requetes += count.requetes;
    else if (this.pending.size < (this.options.pendingMax ?? 10_000)) this.pending.set(key, count);
    else this.lostRequests += count.requetes;
  }

  private async write(): Promise<void> {
    this.waiting = 0;
    if (this.pending.size === 0) return;
    const batch = [...this.pending.values()];
    this.pending = new Map();
    const column = <K extends keyof Count>(name: K) => batch.map((count) => count[name]);
    const values = [column('jour'), column('cleId'), column('route'), column('statut'), column('requetes')];
    try {
      await this.pool.query({ ...ADD, values, query_timeout: ADD_TIMEOUT_MS } as pg.QueryConfig);
    } catch (error) {
      for (const count of batch) this.add(count);
      this.options.onError?.(error instanceof Error ? error : new Error(String(error)), this.lostRequests);
    }
  }
}
