/**
 * Numbers drawn from a named stream: the same (seed, name) gives the same numbers, in any process and in any order of
 * streams, so that notice i can be made without making those before it. FNV-1a names the stream, splitmix32 runs it.
 */
export class Draws {
  private state: number;

  constructor(seed: number, name: string) {
    let hash = (0x811c9dc5 ^ seed) >>> 0;
    for (let index = 0; index < name.length; index++) {
      hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
    }
    this.state = hash;
    // Short names that differ in their last character only give near states: one step apart is not enough.
    this.next();
    this.next();
  }

  /** An integer from 0 to 2^32 - 1. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  unit(): number {
    return this.next() / 4_294_967_296;
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('nothing to pick from');
    return values[Math.floor(this.unit() * values.length)] as T;
  }

  /** One of the values, each as often as its weight says. */
  weighted<T>(values: readonly (readonly [T, number])[]): T {
    let left = this.unit() * values.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of values) {
      left -= weight;
      if (left < 0) return value;
    }
    return (values.at(-1) as readonly [T, number])[0];
  }

  /** A draw of the normal law (mean 0, deviation 1). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit());
  }

  /** `count` different values, in their order in the list. */
  some<T>(values: readonly T[], count: number): T[] {
    const left = values.map((value, index) => ({ value, index, key: this.next() }));
    return left
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .sort((a, b) => a.index - b.index)
      .map(({ value }) => value);
  }

  /** A UUID of version 4's form, lower case. */
  uuid(): string {
    const hex = [0, 0, 0, 0].map(() => this.next().toString(16).padStart(8, '0')).join('');
    const variant = '89ab'.charAt(this.between(0, 3));
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
