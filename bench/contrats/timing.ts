import { readFileSync } from 'node:fs';
import type pg from 'pg';

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

/**
 * Milliseconds that the work takes, less those that this process or the connection's server process was ready and waited
 * for a processor that other programs held: what it would take on a machine that does nothing else. Where the system
 * does not tell (it is not Linux), nothing is taken off.
 */
export async function timed(work: () => Promise<unknown>, client?: pg.Client): Promise<number> {
  const waited = () => waitedMs('self') + (client === undefined ? 0 : waitedMs(backendOf(client)));
  const before = waited();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return Math.max(0, ms - (waited() - before));
}

function waitedMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Process of the server that serves a connection: the driver keeps it, its types do not say so. */
function backendOf(client: pg.Client): string {
  return String((client as unknown as { processID: number }).processID);
}
