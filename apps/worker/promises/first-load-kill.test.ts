import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { closeDue } from '#avis/write/close-due';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { projectBatch } from '#avis/write/project';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { served, until } from '../testing/runs.js';
import { startWorker, type WorkerProcess } from '../testing/worker-process.js';

jest.setTimeout(900_000);

/** 1,000 publications a source on average; portals show of theirs what is still open. */
const SIZE = 18_000;
const KILLS = 20;
const PATIENCE_MS = 600_000;
/** The sources are listed once at least and again meanwhile, as they are by a worker that nobody kills. */
const ENVIRONMENT = { COLLECT_SIMULATED_SECONDS: '20' };
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000_000);

/** Rows of the three stages: they only grow during a first load. */
const PROGRESS = `(select count(*) from write.document) + (select count(*) from write.publication)
  + (select count(*) from read.avis)`;

let feeds: Feeds;
const databases: TestDatabase[] = [];
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  const now = new Date();
  feeds = await createFeeds({ seed: 20_261_121, size: SIZE, now: () => now });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGKILL')));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await feeds.close();
});

test(`18 × 1,000 publications, kill -9 at ${KILLS} random moments of the first load (KILL_SEED=${SEED}): the state of a load that nothing disturbed`, async () => {
  const random = randomOf(SEED);
  const undisturbed = await newDatabase();
  const whole = start(undisturbed);
  await loaded(undisturbed);
  await whole.end('SIGTERM');
  expect(whole.complaints()).toBe('');

  const disturbed = await newDatabase();
  const end = await progress(undisturbed);
  const moments = Array.from({ length: KILLS }, () => random() * 0.98 * end).sort((a, b) => a - b);
  for (const moment of moments) {
    const worker = start(disturbed);
    await until(disturbed.pool, `${PROGRESS} >= $1`, [Math.floor(moment)], PATIENCE_MS);
    await sleep(random() * 200);
    await worker.end('SIGKILL');
  }
  const { rows } = await disturbed.pool.query('select loading from read.state');
  expect(rows).toEqual([{ loading: true }]);
  const last = start(disturbed);
  await loaded(disturbed);
  await last.end('SIGTERM');
  expect(last.complaints()).toBe('');

  const expected = await stateOf(undisturbed);
  const found = await stateOf(disturbed);
  expect(expected.served.length).toBeGreaterThan(SIZE / 3);
  for (const part of ['archived', 'normalised', 'rejected', 'served'] as const) {
    expect({ part, differences: differences(found[part], expected[part]).slice(0, 5) }).toEqual({
      part,
      differences: [],
    });
  }
});

function start(database: TestDatabase): WorkerProcess {
  const worker = startWorker({ DATABASE_URL: database.url, FEEDS_URL: feeds.url, ...ENVIRONMENT });
  workers.push(worker);
  return worker;
}

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

function loaded({ pool }: TestDatabase): Promise<void> {
  return until(
    pool,
    `not (select loading from read.state) and not exists (select from write.a_normaliser)
     and not exists (select from write.a_apparier) and not exists (select from write.a_projeter)`,
    [],
    PATIENCE_MS,
  );
}

async function progress({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select (${PROGRESS})::int as n`);
  return rows[0]?.n ?? 0;
}

/** What two loads must agree on, each a list of texts in one order. Nothing that only says when or in what order. */
async function stateOf(
  database: TestDatabase,
): Promise<Record<'archived' | 'normalised' | 'rejected' | 'served', string[]>> {
  const db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 2, applicationName: 'kill' });
  await db.initialize();
  try {
    await closeAll(db);
  } finally {
    await db.destroy();
  }
  const texts = async (sql: string) => {
    const { rows } = await database.pool.query<{ text: string }>(sql);
    return rows.map((row) => row.text).sort();
  };
  return {
    archived: await texts(
      `select concat_ws(' ', source, identifiant, format, encode(hash, 'hex')) as text from write.document`,
    ),
    normalised: await texts(
      `select concat_ws(' ', source, identifiant, kind, whole, avis_id, cites, aliases, md5(body::text)) as text
       from write.publication`,
    ),
    rejected: await texts(`select concat_ws(' ', source, identifiant, reason, detail) as text from write.rejection`),
    served: (await served(database.pool)).map((row) => JSON.stringify(row)),
  };
}

/** Later than both loads: deadlines that pass while one runs and not while the other does are behind both. */
const READ_AT = new Date(Date.now() + 6 * 3_600_000);

async function closeAll(db: DataSource): Promise<void> {
  const options = { clock: { now: () => READ_AT }, limit: 1000 };
  while ((await closeDue(db, options)) > 0) {
    await projectBatch(db, { ...options, siteUrl: 'https://marches-publics.example' });
  }
}

function differences(found: readonly string[], expected: readonly string[]): string[] {
  const [here, there] = [new Set(found), new Set(expected)];
  return [
    ...expected.filter((text) => !here.has(text)).map((text) => `missing: ${text}`),
    ...found.filter((text) => !there.has(text)).map((text) => `added: ${text}`),
    ...(found.length === expected.length ? [] : [`${found.length} rows, not ${expected.length}`]),
  ];
}

/** Numbers from 0 to 1 that a seed gives back (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
