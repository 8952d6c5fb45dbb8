import { BLOCK_CAP, blocksOf } from '#avis/match/blocks';
import { EXACT_CAP, exactKeysOf } from '#avis/match/exact';
import type { Prepared } from '#avis/match/prepared';

/** What candidates cost, over all notices, as if each came last. */
export interface CandidateCost {
  keys: number;
  /** Rows read to find candidates: what a key brings, at most one more than its cap. */
  rows: number;
  /** Keys left out because they bring too many together. */
  full: number;
  /** Notices under the key that has most. */
  largest: number;
}

/** Which notices are compared: the pairs that share an exact key or a block, if the key does not bring too many. */
export class Candidates {
  readonly cost: CandidateCost = { keys: 0, rows: 0, full: 0, largest: 0 };
  /** Notices under each key, by the number of the key; null for one left out. */
  private readonly members: (number[] | null)[] = [];
  private readonly keys: Int32Array[];
  private readonly seen: Int32Array;

  constructor(notices: readonly Prepared[], useExact: boolean) {
    this.seen = new Int32Array(notices.length).fill(-1);
    const numbers = new Map<string, number>();
    const caps: number[] = [];
    const numberOf = (key: string, cap: number): number => {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, caps.length);
      this.members.push([]);
      return caps.push(cap) - 1;
    };
    this.keys = notices.map((one, index) => {
      const exact = useExact ? exactKeysOf(one).map((key) => numberOf(`exact ${key}`, EXACT_CAP)) : [];
      const blocks = blocksOf(one).map((key) => numberOf(`block ${key}`, BLOCK_CAP));
      const own = Int32Array.from(new Set([...exact, ...blocks]));
      for (const key of own) this.members[key]?.push(index);
      return own;
    });
    for (const [key, list] of this.members.entries()) this.count(key, list ?? [], caps[key] ?? 0);
  }

  /** Notices before `index` to compare it with, each once. */
  before(index: number): number[] {
    const found: number[] = [];
    for (const key of this.keys[index] ?? []) {
      for (const other of this.members[key] ?? []) {
        if (other >= index) break;
        if (this.seen[other] === index) continue;
        this.seen[other] = index;
        found.push(other);
      }
    }
    return found;
  }

  private count(key: number, list: readonly number[], cap: number): void {
    const { cost } = this;
    cost.keys += list.length;
    cost.rows += list.length * Math.min(list.length - 1, cap + 1);
    cost.largest = Math.max(cost.largest, list.length);
    if (list.length <= cap) return;
    cost.full++;
    this.members[key] = null;
  }
}
