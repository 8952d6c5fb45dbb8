import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AvisSynchronise } from '#client/answers';
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
import { compare, createTarget, readServer } from '../../../api/testing/mirrors.js';
import { startApiProcess } from './api-process.js';
import { faultsOf, injectFaults } from './faults.js';
import { historyOf } from './history.js';
import { startOperator } from './operator.js';
import { startReader } from './readers.js';
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
export interface OracleResult {
  seconds: number;
  /** Versions stamped. */
  changes: number;
  notices: number;
  retired: number;
  /** Versions by what became of the notice and why. */
  history: Record<string, number>;
  operator: Record<string, number>;
  faults: Record<string, number>;
  readers: ReaderResult[];
  /** Documents that were handed over and are not in the archive. */
  unarchived: number;
  /** Notices that a replay of the archive would serve otherwise. */
  replayed: number;
}

export interface ReaderResult {
  lost: number;
  stale: number;
  extra: number;
  /** Items whose version did not rise along a walk. */
  disorders: number;
  /** Retired notices that it was never told of. */
  retiredUnseen: number;
  syncs: number;
  received: number;
  failures: number;
}

const PROCESSES = 4;
const WRITERS_EACH = 4;
const BATCH = 16;

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
  const readers = [targets[0]?.to, targets[1]?.to, undefined, undefined].map((to, index) =>
    startReader({ base: apis[index % 2]?.baseUrl ?? '', cle: key, ...(to === undefined ? {} : { to }) }),
  );
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
    while ((await projectBatch(db, options)).done > 0);

    const horizon = await lastVersion(pool);
    while (Date.now() < horizon + run.marginSeconds * 1000 + 50) await sleep(50);
    const copies = await Promise.all(readers.map((reader) => reader.finish()));
    const server = await readServer(pool);
    const held = await Promise.all(copies.map((copy, index) => targets[index]?.read() ?? copy));
    const result: OracleResult = {
      seconds: 0,
      ...(await countsOf(pool)),
      operator: operator.counts,
      faults,
      readers: readers.map((reader, index) => {
        const { disorders, syncs, received, failures } = reader.counts;
        const retired = [...server.values()].filter((one) => one.statut === 'retire');
        return {
          ...compare(held[index] ?? new Map<string, AvisSynchronise>(), server, () => true),
          disorders,
          retiredUnseen: retired.filter((one) => !reader.retired.has(one.id)).length,
          syncs,
          received,
          failures,
        };
      }),
      unarchived: await unarchived(
        pool,
        batches.map((one) => one.publications.map((two) => `${one.source} ${JSON.stringify(two)}`)).flat(),
      ),
      replayed: run.faults ? (await replay(db, { ...options, normaliserOf })).published : 0,
    };
    return { ...result, seconds: Math.round((performance.now() - started) / 1000) };
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

async function countsOf(pool: pg.Pool): Promise<Pick<OracleResult, 'changes' | 'notices' | 'retired' | 'history'>> {
  const { rows } = await pool.query<{ changes: number; notices: number; retired: number }>(
    `select (select count(*)::int from write.historique) as changes, count(*)::int as notices,
       count(*) filter (where statut = 'retire')::int as retired from read.avis`,
  );
  const { rows: kinds } = await pool.query<{ kind: string; n: number }>(
    `select concat_ws(' ', statut, motif_retrait, '<-', reason) as kind, count(*)::int as n
     from write.historique group by 1 order by 2 desc`,
  );
  return { ...rows[0]!, history: Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])) };
}

async function unarchived(pool: pg.Pool, sent: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from write.document');
  return new Set(sent).size - (rows[0]?.n ?? 0);
}
