import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CpuUse, residentBytes, watchCpu } from './cpu.js';
import { type Database, ended, type FeedsProcess } from './setting.js';

const LOOK_MS = 250;

/** Where a load stands at each tenth of its served rows. */
export interface Tenth {
  seconds: number;
  archived: number;
  normalised: number;
  served: number;
  /** Resident memory of the worker, the most since the load began. */
  rss: number;
  database: number;
}

export interface WholeResult {
  publications: number;
  notices: number;
  seconds: number;
  cpu: CpuUse;
  /** Most resident memory of the worker, bytes. */
  rss: number;
  /** Bytes at the end. */
  database: number;
  tenths: Tenth[];
}

/**
 * A worker as it is delivered, on an empty database, from the start of its first collection run to the moment when the
 * first load is over and the API serves.
 */
export async function loadWhole(database: Database, feeds: FeedsProcess, expected: number): Promise<WholeResult> {
  const { pool, postgres } = database;
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../../apps/worker/main.js', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: postgres.url,
      FEEDS_URL: feeds.url,
      COLLECT_DAYS: String(feeds.days),
      WORKER_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await until(async () => (await countsOf()).runs > 0);
    const cpu = watchCpu({ feeds: feeds.pid, node: worker.pid ?? 0, postgres: postgres.pid() });
    const start = performance.now();
    const tenths: Tenth[] = [];
    let rss = 0;
    await until(async () => {
      rss = Math.max(rss, residentBytes(worker.pid ?? 0));
      const { archived, normalised, served, loading } = await countsOf();
      if (normalised >= ((tenths.length + 1) * expected) / 10 || !loading) {
        const seconds = (performance.now() - start) / 1000;
        tenths.push({ seconds, archived, normalised, served, rss, database: await database.bytes() });
      }
      return !loading;
    });
    const last = tenths.at(-1);
    if (last === undefined) throw new Error('nothing was loaded');
    const used = cpu();
    const { rows } = await pool.query<{ publications: number; notices: number }>(
      `select (select count(*)::int from write.document) as publications, (select count(*)::int from read.avis) as notices`,
    );
    const { publications, notices } = rows[0] ?? { publications: 0, notices: 0 };
    return { publications, notices, seconds: last.seconds, cpu: used, rss, database: last.database, tenths };
  } finally {
    await ended(worker, 'SIGTERM');
  }

  /** From the statistics, which are free: counting a million rows would weigh on what is measured. */
  async function countsOf() {
    if (worker.exitCode !== null) throw new Error('the worker ended');
    const { rows } = await pool.query<{
      archived: number;
      normalised: number;
      served: number;
      loading: boolean;
      runs: number;
    }>(
      `select pg_stat_get_tuples_inserted('write.document'::regclass)::int as archived,
         pg_stat_get_tuples_inserted('write.publication'::regclass)::int as normalised,
         pg_stat_get_tuples_inserted('read.avis'::regclass)::int as served, loading,
         (select count(*)::int from write.run) as runs
       from read.state`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('read.state is empty');
    return row;
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(LOOK_MS);
}
