import { jest } from '@jest/globals';
import { expectedAttributions, servedAttributions } from '#avis/testing/attributions';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { truth } from '../../feeds/truth.js';
import { runsOf, served, until } from '../testing/runs.js';
import { startWorker, type WorkerProcess } from '../testing/worker-process.js';

jest.setTimeout(400_000);

/** Publications over the 18 sources. */
const SIZE = 1000;
const PATIENCE_MS = 300_000;

let feeds: Feeds;
let undisturbed: TestDatabase;
let expected: unknown[];
let attributions: unknown[];
/** Publications that their sources show: portals no longer show what is closed or withdrawn. */
let shown: number;
const databases: TestDatabase[] = [];
let few: Feeds | null = null;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  const now = new Date();
  feeds = await createFeeds({ seed: 20_261_121, size: SIZE, now: () => now });
  shown = [...truth(feeds.timeline, now.getTime())].filter((row) => row.shown).length;
  undisturbed = await newDatabase();
  const worker = start(undisturbed);
  await loaded(undisturbed);
  await worker.end('SIGTERM');
  expect(worker.complaints()).toBe('');
  expected = await served(undisturbed.pool);
  attributions = await servedAttributions(undisturbed.pool);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGKILL')));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await feeds.close();
  await few?.close();
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

function start(database: TestDatabase, feedsUrl = feeds.url): WorkerProcess {
  const worker = startWorker({ DATABASE_URL: database.url, FEEDS_URL: feedsUrl });
  workers.push(worker);
  return worker;
}

/** Everything collected, normalised and projected, and no notice whose deadline has passed meanwhile. */
async function loaded({ pool }: TestDatabase): Promise<void> {
  await until(pool, 'select not loading from read.state', [], PATIENCE_MS);
  await quiet(pool);
}
async function quiet(pool: TestDatabase['pool']): Promise<void> {
  await until(
    pool,
    `not exists (select from write.a_normaliser) and not exists (select from write.a_apparier)
     and not exists (select from write.a_projeter)
     and not exists (select from write.a_recalculer where objet = 'attribution')
     and not exists (select from read.avis where closes_at <= clock_timestamp())`,
    [],
    PATIENCE_MS,
  );
}

test('an undisturbed run serves what the feeds hold', async () => {
  expect(shown).toBeGreaterThan(SIZE * 0.8);
  expect(expected.length).toBeGreaterThan(shown * 0.8);
  const { rows } = await undisturbed.pool.query<{ n: number }>('select count(*)::int as n from write.document');
  expect(rows[0]!.n).toBeGreaterThanOrEqual(shown);
  expect(attributions.length).toBeGreaterThan(0);
  expect(attributions).toEqual(await expectedAttributions(undisturbed.pool));
});

test('kill -9 while collecting, normalising and projecting: a restart ends in the same read table', async () => {
  const database = await newDatabase();
  const { pool } = database;
  const stops: [string, string][] = [
    ['collecting', 'select count(*) >= 100 from write.document'],
    ['normalising', 'select count(*) >= 250 from write.publication'],
    ['projecting', 'select count(*) >= 150 from read.avis'],
    ['collecting and projecting', 'select count(*) >= 350 from read.avis'],
  ];
  for (const [, reached] of stops) {
    const worker = start(database);
    await until(pool, reached, [], PATIENCE_MS);
    await worker.end('SIGKILL');
  }
  const { rows } = await pool.query<{ loading: boolean }>('select loading from read.state');
  expect(rows[0]).toEqual({ loading: true }); // killed in the middle indeed
  const worker = start(database);
  await loaded(database);
  await worker.end('SIGTERM');
  expect(await served(pool)).toEqual(expected);
  expect(await servedAttributions(pool)).toEqual(attributions);
  const runs = [...(await runsOf(pool, 'boamp')), ...(await runsOf(pool, 'ted'))];
  expect(runs.filter((run) => run.outcome === 'interrupted').length).toBeGreaterThan(0);
  expect(runs.filter((run) => run.outcome === null)).toEqual([]);
});

test('two workers at once do the work once; one stopped by SIGTERM goes on later: both serve the same', async () => {
  const now = new Date();
  few = await createFeeds({ seed: 7, size: 300, now: () => now });
  const [shared, resumed] = [await newDatabase(), await newDatabase()];

  const pair = [start(shared, few.url), start(shared, few.url)];
  await loaded(shared);
  await Promise.all(pair.map((worker) => worker.end('SIGTERM')));
  expect(pair.map((worker) => worker.complaints())).toEqual(['', '']);
  const { rows } = await shared.pool.query(
    `select count(*)::int as overlaps from write.run a join write.run b on a.source = b.source and a.id < b.id
     where b.started_at < a.ended_at`,
  );
  expect(rows).toEqual([{ overlaps: 0 }]);

  const first = start(resumed, few.url);
  await until(resumed.pool, 'select count(*) >= 10 from write.document', [], PATIENCE_MS);
  expect(await first.end('SIGTERM')).toBeLessThan(15_000);
  const runs = [...(await runsOf(resumed.pool, 'boamp')), ...(await runsOf(resumed.pool, 'ted'))];
  expect(runs.map((run) => run.outcome)).not.toContain(null);
  expect(runs.map((run) => run.reason)).toContain('the worker was stopped');
  const second = start(resumed, few.url);
  await loaded(resumed);
  await second.end('SIGTERM');

  expect(await served(resumed.pool)).toEqual(await served(shared.pool));
});

test('a worker without a database, or with a wrong setting, says so and ends', async () => {
  for (const [env, message] of [
    [{}, 'DATABASE_URL'],
    [{ DATABASE_URL: undisturbed.url, COLLECT_DAYS: 'x' }, 'COLLECT_DAYS must be an integer'],
  ] as const) {
    const worker = startWorker(env);
    await new Promise((resolve) => worker.child.once('exit', resolve));
    expect(worker.child.exitCode).toBe(1);
    expect(worker.complaints()).toContain(message);
  }
});
