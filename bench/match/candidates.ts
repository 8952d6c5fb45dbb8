import { BLOCK_CAP, blocksOf } from '#avis/match/blocks';
import { exactKeysOf } from '#avis/match/exact';
import type { Prepared } from '#avis/match/prepared';

/** Which notices are compared: the pairs that share an exact key, or a block that did not grow past its cap. */
export class Candidates {
  private readonly members = new Map<string, number[]>();
  private readonly keys: string[][] = [];
  private readonly seen: Uint32Array;
  /** Blocks left out, and the largest. */
  overfull = 0;
  largest = 0;

  constructor(notices: readonly Prepared[], useExact: boolean) {
    this.seen = new Uint32Array(notices.length);
    notices.forEach((one, index) => {
      const keys = [...(useExact ? exactKeysOf(one) : []), ...blocksOf(one)];
      this.keys.push(keys);
      for (const key of keys) {
        const list = this.members.get(key);
        if (list === undefined) this.members.set(key, [index]);
        else list.push(index);
      }
    });
    for (const [key, list] of this.members) {
      this.largest = Math.max(this.largest, list.length);
      if (list.length <= BLOCK_CAP) continue;
      this.overfull++;
      this.members.delete(key);
    }
  }

  /** Notices before `index` to compare it with, each once. */
  before(index: number): number[] {
    const found: number[] = [];
    for (const key of this.keys[index] ?? []) {
      for (const other of this.members.get(key) ?? []) {
        if (other >= index) break;
        if (this.seen[other] === index) continue;
        this.seen[other] = index;
        found.push(other);
      }
    }
    return found;
  }
}
