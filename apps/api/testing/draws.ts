/** Draws that a seed decides. */
export class Draws {
  constructor(private state: number) {}

  /** An integer from `min` to `max`, both included (mulberry32). */
  integer(min: number, max: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return min + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max - min + 1));
  }

  /** One of them. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.integer(0, values.length - 1)]!;
    if (values.length === 0) throw new Error('nothing to pick from');
    return value;
  }
}
