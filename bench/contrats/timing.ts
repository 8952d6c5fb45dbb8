/** Times of one kind of query, in milliseconds. */
export class Times {
  private readonly all: number[] = [];
  private slowest = { ms: -1, what: '' };

  add(ms: number, what: string): void {
    this.all.push(ms);
    if (ms > this.slowest.ms) this.slowest = { ms, what };
  }

  get count(): number {
    return this.all.length;
  }

  get what(): string {
    return this.slowest.what;
  }

  /** @param share 0.5 for the median. */
  quantile(share: number): number {
    const sorted = [...this.all].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  /** Median, p99 and maximum, as cells of a table. */
  get cells(): string {
    return [0.5, 0.99, 1].map((share) => this.quantile(share).toFixed(1)).join(' | ');
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
