import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AvisSynchronise } from '#client/answers';
import { closeDue } from '#avis/write/close-due';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { replay } from '#avis/write/replay';
import { normaliserOf } from '#avis/testing/publications';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import type { EmbeddedPostgres } from '#platform/postgres/embedded';
import type { TestRedis } from '#platform/testing/redis';
import { MIGRATIONS } from '../../../../migrations/index.js';
import { createKey } from '../../../api/testing/api.js';
import { createTarget, readServer } from '../../../api/testing/mirrors.js';
import { startApiProcess } from './api-process.js';
import { faultsOf, injectFaults } from './faults.js';
import { historyOf } from './history.js';
import { startOperator } from './operator.js';
import { startReader } from './readers.js';
import { countsOf, judge, type ReaderResult, type ServerCounts, unarchived } from './verdict.js';
import { startWriters } from './writers.js';

export interface OracleRun {
  postgres: EmbeddedPostgres;
  redis: TestRedis | null;
  seed: number;
  notices: number;
  documents: number;
  marginSeconds: number;
  faults: boolean;
  /** SQL run once the database is ready: a stamp that is wrong, or slow. */
  prepare?: string;
}

/** What a run came to, to be asserted on and printed. */
export interface OracleResult extends ServerCounts {
  seconds: number;
  operator: Record<string, number>;
  faults: Record<string, number>;
  readers: ReaderResult[];
  /** Documents that were handed over and are not in the archive. */
  unarchived: number;
  /** Notices that a replay of the archive serves otherwise; in a run of some seconds, those that time closes meanwhile. */
  replayed: number;
}

const PROCESSES = 4;
const WRITERS_EACH = 4;
const BATCH = 32;

/** 16 writers, an operator and 4 mirrors over HTTP, with or without faults; then everything is compared. */
export async function runOracle(run: OracleRun): Promise<OracleResult> {
  const started = performance.now();
  const url = await newDatabase(run.postgres.url);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  await pool.query('update read.state set loading = false');
  if (run.prepare !== undefined) await pool.query(run.prepare);
  const { key } = await createKey({ pool } as Parameters<typeof createKey>[0], { limites: { general: 2_000_000_000 } });
  const db = createDataSource({ url, entities: AVIS_ENTITIES, poolSize: 4, applicationName: 'oracle' });
  await db.initialize();

  const env = {
    DATABASE_URL: url,
    SYNC_MARGIN_SECONDS: String(run.marginSeconds),
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_IP: '1000000',
    MAX_IN_FLIGHT_PER_KEY: '100',
    MAX_IN_FLIGHT: '100',
    ...(run.redis === null ? {} : { REDIS_URL: run.redis.url }),
  };
  const apis = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  const targets = await Promise.all([createTarget('postgres'), createTarget('ndjson')]);
  const [first, second] = apis;
  const readers = [
    startReader({ base: first.baseUrl, cle: key, to: targets[0].to }),
    startReader({ base: second.baseUrl, cle: key, to: targets[1].to }),
    startReader({ base: first.baseUrl, cle: key }),
    startReader({ base: second.baseUrl, cle: key }),
  ];
  const batches = historyOf(run.seed, run.notices, run.documents, BATCH);
  const writers = startWriters(url, batches, PROCESSES, WRITERS_EACH);
  const operator = startOperator(db, run.seed + 1);
  try {
    const faults = run.faults ? await injectFaults(faultsOf({ ...run, databaseUrl: url, writers, apis }), writers) : {};
    await writers.done;
    await writers.close();
    await operator.stop();
    const options = { clock: systemClock, limit: 500, siteUrl: 'https://exemple.fr' };
    while ((await normaliseBatch(db, normaliserOf, 500)).done > 0);
    await closeDue(db, { clock: systemClock, limit: run.notices });
    while ((await projectBatch(db, options)).done > 0);

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
      unarchived: await unarchived(pool, batches),
      replayed: (await replay(db, { ...options, normaliserOf })).published,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    await writers.close();
    await operator.stop();
    await Promise.all(apis.map((api) => api.close()));
    await Promise.allSettled(readers.map((reader) => reader.abandon()));
    await Promise.all(targets.map((target) => target.close()));
    await db.destroy();
    await pool.end();
  }
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
