import { LRUCache } from 'lru-cache';

export interface MemoryOptions<V> {
  /** Oldest age of what is given, in milliseconds, counted from the START of its computation; 0: nothing is kept. */
  ageMs: number;
  /** Bound of the sum of `sizeOf`; the least recently used goes first. A value above it is given and not kept. */
  maxSize: number;
  /** Size of an entry in the unit of `maxSize`: bytes, or 1 to bound the count. */
  sizeOf: (value: V, key: string) => number;
  /** Milliseconds that only rise; for tests. */
  now?: () => number;
}

interface Kept<V> {
  value: V;
  startedAt: number;
}

interface Flight<V> {
  promise: Promise<V>;
  startedAt: number;
}

/**
 * Short memory with one computation for concurrent identical questions. Failures are never kept: those who were waiting
 * share one, the next asks anew. An age counted from the end of the computation would let a slow answer be older than
 * promised.
 */
export class Memory<V> {
  private readonly kept: LRUCache<string, Kept<V>>;
  private readonly flights = new Map<string, Flight<V>>();
  private readonly ageMs: number;
  private readonly now: () => number;
  private readonly counts = { kept: 0, shared: 0, computed: 0 };

  constructor(options: MemoryOptions<V>) {
    this.ageMs = options.ageMs;
    this.now = options.now ?? (() => performance.now());
    this.kept = new LRUCache({
      maxSize: options.maxSize,
      maxEntrySize: options.maxSize,
      sizeCalculation: ({ value }, key) => Math.max(1, options.sizeOf(value, key)),
    });
  }

  /** The value kept for `key` if it is young enough, that of a computation under way, or that of `compute`. */
  get(key: string, compute: () => Promise<V>): Promise<V> {
    const now = this.now();
    const kept = this.kept.get(key);
    if (kept !== undefined && now - kept.startedAt < this.ageMs) {
      this.counts.kept += 1;
      return Promise.resolve(kept.value);
    }
    const flight = this.flights.get(key);
    if (flight !== undefined && now - flight.startedAt < this.ageMs) {
      this.counts.shared += 1;
      return flight.promise;
    }
    this.counts.computed += 1;
    return this.ageMs === 0 ? compute() : this.launch(key, compute, now);
  }

  /** Forgets the keys that `matches` accepts, all without it; computations under way will not be kept. */
  forget(matches: (key: string, value: V) => boolean = () => true): void {
    this.flights.clear();
    for (const [key, { value }] of [...this.kept.entries()]) if (matches(key, value)) this.kept.delete(key);
  }

  /** Sum of the sizes kept now. */
  get size(): number {
    return this.kept.calculatedSize;
  }

  /** Questions since the start: answered from what was kept, by a computation under way, by one of their own. */
  get tally(): Readonly<Record<'kept' | 'shared' | 'computed', number>> {
    return this.counts;
  }

  private launch(key: string, compute: () => Promise<V>, startedAt: number): Promise<V> {
    const flight = { startedAt, promise: compute() };
    this.flights.set(key, flight);
    const isLatest = () => this.flights.get(key) === flight;
    const settle = () => {
      if (isLatest()) this.flights.delete(key);
    };
    flight.promise.then((value) => {
      if (isLatest()) this.kept.set(key, { value, startedAt });
      settle();
    }, settle);
    return flight.promise;
  }
}
