import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { AvisSynchronise } from '#client/answers';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { projectBatch } from '#avis/write/project';
import { replay } from '#avis/write/replay';
import { cutSource } from '#avis/write/source-state';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import type { EmbeddedPostgres } from '#platform/postgres/embedded';
import type { TestRedis } from '#platform/testing/redis';
import { MIGRATIONS } from '../../../../migrations/index.js';
import { createKey } from '../../../api/testing/api.js';
import { createTarget, readServer } from '../../../api/testing/mirrors.js';
import { type ApiProcess, startApiProcess } from './api-process.js';
import { startDisturbedLoad } from './disturbed-load.js';
import { type Load, type LoadOptions, normaliserOf, SITE_URL, startQuietLoad } from './load.js';
import { startOperator } from './operator.js';
import { startReader } from './readers.js';
import { type Changed, changedIn, countsOf, judge, type ReaderResult, type ServerCounts } from './verdict.js';

export interface OracleRun {
  postgres: EmbeddedPostgres;
  redis: TestRedis | null;
  seed: number;
  notices: number;
  /** Documents within which the notices come to be; a run without faults ends there. */
  documents: number;
  marginSeconds: number;
  /** Real workers and faults: the run ends when every fault has happened and this many changes are stamped. */
  changes?: number;
  /** SQL run once the database is ready: a stamp that is wrong, or slow. */
  prepare?: string;
}

/** What a run came to, to be asserted on and printed. */
export interface OracleResult extends ServerCounts {
  seconds: number;
  /** What processes said that ended by themselves. */
  crashes: string[];
  operator: Record<string, number>;
  faults: Record<string, number>;
  readers: ReaderResult[];
  /** Documents that were handed over and are not in the archive. */
  unarchived: number;
  /** Notices that a replay of the archive serves otherwise; in a run of some seconds, those that time closes meanwhile. */
  replayed: Changed[];
}

const REPLAY = { clock: systemClock, limit: 500, siteUrl: SITE_URL, normaliserOf };
/** The first of those that name a procedure (boamp-record.ts names none): its notices stand for many of the others'. */
const CUT_AT_REST = 'ted';

/** 16 writers, an operator and 4 mirrors over HTTP, with or without faults; then everything is compared. */
export async function runOracle(run: OracleRun): Promise<OracleResult> {
  const opened = new Opened();
  try {
    return await compare(run, opened);
  } finally {
    await opened.close();
  }
}

async function compare(run: OracleRun, opened: Opened): Promise<OracleResult> {
  const started = performance.now();
  const url = await newDatabase(run.postgres.url);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  opened.add(() => pool.end());
  pool.on('error', () => undefined);
  await pool.query('update read.state set loading = false');
  if (run.prepare !== undefined) await pool.query(run.prepare);
  const { key } = await createKey({ pool } as Parameters<typeof createKey>[0], { limites: { general: 2_000_000_000 } });
  const db = createDataSource({ url, entities: AVIS_ENTITIES, poolSize: 4, applicationName: 'oracle' });
  await db.initialize();
  opened.add(() => db.destroy());

  const env = {
    DATABASE_URL: url,
    SYNC_MARGIN_SECONDS: String(run.marginSeconds),
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_IP: '1000000',
    MAX_IN_FLIGHT_PER_KEY: '100',
    MAX_IN_FLIGHT: '100',
    ...(run.redis === null ? {} : { REDIS_URL: run.redis.url }),
  };
  const targets = await Promise.all([createTarget('postgres'), createTarget('ndjson')]);
  opened.add(() => Promise.all(targets.map((target) => target.close())));
  const first = await startApiProcess(env);
  opened.add(() => first.close());
  const second = await startApiProcess(env);
  opened.add(() => second.close());
  const apis = [first, second];
  const readers = [
    startReader({ base: first.baseUrl, cle: key, to: targets[0].to }),
    startReader({ base: second.baseUrl, cle: key, to: targets[1].to }),
    startReader({ base: first.baseUrl, cle: key }),
    startReader({ base: second.baseUrl, cle: key }),
  ];
  opened.add(() => Promise.all(readers.map((reader) => reader.abandon())));
  const load = await startLoad({ ...run, url, db, pool, apis });
  opened.add(() => load.close());
  const operator = startOperator(db, run.seed + 1);
  opened.add(() => operator.stop());

  const faults = await load.done();
  await operator.stop();
  await load.drain();
  await cutAtRest(db);

  const horizon = await lastVersion(pool);
  while (Date.now() < horizon + run.marginSeconds * 1000 + 50) await sleep(50);
  const copies = await Promise.all(readers.map((reader) => reader.finish()));
  const server = await readServer(pool);
  const held = [await targets[0].read(), await targets[1].read(), ...copies.slice(2)];
  return {
    ...(await countsOf(pool)),
    operator: operator.counts,
    faults,
    readers: readers.map((reader, index) => judge(reader, held[index] ?? new Map<string, AvisSynchronise>(), server)),
    unarchived: await load.unarchived(),
    replayed: await replayed(db, pool, server),
    crashes: [...load.crashes(), ...apis.flatMap((api) => api.crashes)],
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

/** While nothing else queues notices: all that follows from a cut must follow from it alone. */
async function cutAtRest(db: DataSource): Promise<void> {
  await cutSource(db, CUT_AT_REST, 'oracle');
  while ((await projectBatch(db, REPLAY)).done > 0);
}

async function replayed(db: DataSource, pool: pg.Pool, before: Map<string, AvisSynchronise>): Promise<Changed[]> {
  await replay(db, REPLAY);
  return changedIn(before, await readServer(pool));
}

/** What a run opened, closed from the last to the first, each even when another one fails to close. */
class Opened {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => {
        process.stderr.write(`oracle: could not close: ${String(error)}\n`);
      });
    }
  }
}

function startLoad(options: OracleRun & LoadOptions & { apis: readonly ApiProcess[] }): Load | Promise<Load> {
  const { changes } = options;
  return changes === undefined ? startQuietLoad(options) : startDisturbedLoad({ ...options, changes });
}

async function newDatabase(server: string): Promise<string> {
  const name = `oracle_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS);
  return url.href;
}

async function lastVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select extract(epoch from last_version)::float8 * 1000 as ms from read.state',
  );
  return rows[0]?.ms ?? 0;
}
