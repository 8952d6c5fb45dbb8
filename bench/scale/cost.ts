import { readFileSync } from 'node:fs';
import pg from 'pg';
import { SESSION_START } from '#platform/database/pool';
import type { Statements } from '#platform/database/within-delay';

/** Something that asks the database and says how many rows it gave. */
export type Work = (db: pg.Pool) => Promise<number>;

/** One connection, and what work on it costs. */
export class Meter {
  private constructor(private readonly client: pg.Client) {}

  static async open(address: string): Promise<Meter> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(SESSION_START);
    return new Meter(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** Milliseconds of processor of the connection's server process in one run, planning included. */
  async cpuMs(work: Work): Promise<number> {
    const before = this.spentMs();
    await work(this.client as never);
    return this.spentMs() - before;
  }

  /**
   * Pages of 8 kB that one run looked at, in memory or not: the same on any machine and under any load. Each statement is
   * explained, then run. @returns besides the rows that the work gave.
   */
  async buffers(work: Work): Promise<{ buffers: number; rows: number }> {
    let buffers = 0;
    const explaining: Statements = {
      query: async (statement: pg.QueryConfig) => {
        // What only asks for a plan looks at no row.
        if (statement.text.startsWith('explain')) return this.client.query(statement) as never;
        const { rows } = await this.client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
          text: `explain (analyze, buffers, timing off, format json) ${statement.text}`,
          values: statement.values ?? [],
        });
        const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
        buffers += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
        return this.client.query(statement) as never;
      },
    };
    const rows = await work(explaining as never);
    return { buffers, rows };
  }

  /** Nanoseconds of processor that the kernel counts for the server process of this connection. */
  private spentMs(): number {
    // The driver keeps its number, its types do not say so.
    const { processID } = this.client as unknown as { processID: number };
    return Number(readFileSync(`/proc/${processID}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }
}
