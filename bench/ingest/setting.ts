import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#platform/database/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded';
import { SOURCES } from '#sources/registry';
import { MIGRATIONS } from '../../migrations/index.js';

/** Publications over all 18 sources for one of the two gazettes (12 seats of 44 in apps/feeds/cycle.ts). */
const SHARE = 44 / 12;
/** Of apps/feeds/timeline.ts. */
const USUAL_DAYS = 42;
const MOST_PER_DAY = 2500;

export interface FeedsProcess {
  url: string;
  /** How many days back the history goes: a day without publications would cost a request and a commit. */
  days: number;
  pid: number;
  stop(): Promise<void>;
}

/** @param publications of BOAMP and TED together. */
export async function startFeeds(publications: number): Promise<FeedsProcess> {
  const size = Math.round(publications * SHARE);
  const days = Math.max(USUAL_DAYS, Math.ceil(size / MOST_PER_DAY)) + 1;
  const child = fork(fileURLToPath(new URL('../ingest-feeds.js', import.meta.url)), {
    env: { PATH: process.env['PATH'], FEEDS_SIZE: String(size) },
  });
  const [url] = (await once(child, 'message')) as [string];
  return { url, days, pid: child.pid ?? 0, stop: () => ended(child, 'SIGKILL') };
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

export interface Database {
  postgres: EmbeddedPostgres;
  pool: pg.Pool;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

/** An embedded database as `npm start` makes it (durable commits), in which BOAMP and TED alone are collected. */
export async function createDatabase(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.url, MIGRATIONS);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => undefined);
  await pool.query(
    'insert into write.reglage (source, en_pause) select code, true from unnest($1::text[]) as s (code)',
    [SOURCES.map(({ code }) => code).filter((code) => code !== 'boamp' && code !== 'ted')],
  );
  return {
    postgres,
    pool,
    async bytes() {
      const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
      return Number(rows[0]?.bytes ?? 0);
    },
    async close() {
      await pool.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
