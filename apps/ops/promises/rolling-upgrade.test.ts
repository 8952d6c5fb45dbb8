import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import pg from 'pg';
import { freePort } from '#platform/postgres/free-port';
import { compare, readServer } from '../../api/testing/mirrors.js';
import { type Reader, startReader } from '../../worker/testing/oracle/readers.js';
import { until } from '../../worker/testing/runs.js';
import { type Front, startFront } from '../testing/rolling/front.js';
import { hasPreviousRelease, type PreviousRelease, previousRelease } from '../testing/rolling/previous-release.js';
import { type Release, release } from '../testing/rolling/release.js';
import type { Restartable } from '../testing/topology/restartable.js';
import { startTraffic, type Traffic } from '../testing/topology/traffic.js';
import { doubled, wrongTexts } from '../testing/topology/verdict.js';

/**
 * The last release and this one on one database, under traffic: the old one alone, then on the new schema, then both
 * side by side, then the new one alone (decision 29).
 */
jest.setTimeout(900_000);

const PATIENCE_MS = 240_000;
const QUEUES = ['a_normaliser', 'a_apparier', 'a_projeter', 'a_noter', 'a_recalculer'];
const API = { SYNC_MARGIN_SECONDS: '1', RATE_LIMIT_PER_KEY: '1000000', RATE_LIMIT_PER_IP: '1000000' };

let previous: PreviousRelease;
let databaseUrl: string;
let pool: pg.Pool;
let earlier: Release;
let current: Release;
let feeds: Restartable;
let newPort: number;
let front: Front;
let traffic: Traffic;
let readers: Reader[];
const processes: Record<'oldApi' | 'oldWorker' | 'newApi' | 'newWorker', Restartable> = {} as never;
const closers: (() => Promise<unknown>)[] = [];

const runs = hasPreviousRelease() || process.env['CI'] === 'true';
if (!runs)
  process.stderr.write('The rolling upgrade is SKIPPED: git or the history of the last release is missing here.\n');

(runs ? describe : describe.skip)('the last release and this one', () => {
  beforeAll(async () => {
    const started = Date.now();
    previous = await previousRelease();
    closers.push(() => previous.remove());
    process.stderr.write(`rolling upgrade: ${previous.version} built in ${Date.now() - started} ms\n`);

    const server = process.env['TEST_POSTGRES']!;
    const name = `rolling_${randomBytes(6).toString('hex')}`;
    const admin = new pg.Pool({ connectionString: `${server}/postgres`, max: 1 });
    closers.push(() => admin.end());
    await admin.query(`create database ${name}`);
    closers.push(() => admin.query(`drop database ${name} with (force)`));
    databaseUrl = `${server}/${name}`;
    pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    closers.push(() => pool.end());

    earlier = release(previous.version, previous.root, databaseUrl);
    current = release('new', '.', databaseUrl);
    await earlier.ops('migrer');
  });
  afterAll(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  test('this release refuses the schema of the last one, and says what to run', async () => {
    const api = promisify(execFile)(process.execPath, ['dist/apps/api/main.js'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, PORT: String(await freePort()) },
      timeout: PATIENCE_MS,
    });
    await expect(api).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/older than this version.*ops migrer/),
    });
  });

  test('clients notice nothing of it: no wrong answer, none cut, mirrors equal, nothing done twice', async () => {
    await theLastReleaseServes();
    await theSchemaIsMigrated();
    await bothStandSideBySide();
    await theLastReleaseLeaves();
    await allIsAsItShouldBe();
  });
});

async function theLastReleaseServes(): Promise<void> {
  const feedsPort = await freePort();
  const worker = {
    FEEDS_URL: `http://127.0.0.1:${String(feedsPort)}`,
    SITE_URL: 'https://exemple.fr',
    // Goes with that release.
    DATA_DIR: join(previous.root, 'data'),
    COLLECT_SIMULATED_SECONDS: '4',
    WORKER_POOL_SIZE: '4',
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
  };
  const oldPort = await freePort();
  newPort = await freePort();
  feeds = earlier.feeds(feedsPort, { FEEDS_SIZE: '150', FEEDS_GROWTH_SECONDS: '2', FEEDS_SEED: '20261121' });
  processes.oldApi = earlier.api(oldPort, API);
  processes.newApi = current.api(newPort, { ...API, SHUTDOWN_GRACE_SECONDS: '1' });
  processes.oldWorker = earlier.worker(worker);
  processes.newWorker = current.worker(worker);
  for (const one of [feeds, ...Object.values(processes)]) closers.push(() => one.end('SIGKILL'));
  await Promise.all([feeds.start(), processes.oldWorker.start(), processes.oldApi.start()]);

  front = await startFront();
  closers.push(() => front.close());
  front.add('old', oldPort);
  await until(pool, 'select not loading from read.state', [], PATIENCE_MS);
  const { id } = JSON.parse(
    await earlier.ops('compte', 'creer', '--nom', 'Essai', '--email', 'essai@exemple.fr', '--json'),
  ) as { id: string };
  await earlier.ops('quota', 'definir', id, 'general', '1000000000');
  const cle = async () => (JSON.parse(await earlier.ops('cle', 'emettre', id, '--json')) as { cle: string }).cle;
  readers = [startReader({ base: front.base, cle: await cle() }), startReader({ base: front.base, cle: await cle() })];
  traffic = startTraffic(front.base, await cle());
  closers.push(() => Promise.all([traffic.stop(), ...readers.map((reader) => reader.abandon())]));
  await allIsWell('old');
}

async function theSchemaIsMigrated(): Promise<void> {
  await current.ops('migrer');
  await allIsWell('old');
  await processes.oldWorker.end('SIGTERM');
  await processes.oldWorker.start();
  await allIsWell('old');
}

async function bothStandSideBySide(): Promise<void> {
  await Promise.all([processes.newWorker.start(), processes.newApi.start()]);
  front.add('new', newPort);
  await allIsWell('old', 'new');
}

async function theLastReleaseLeaves(): Promise<void> {
  await front.drain('old');
  await Promise.all([processes.oldApi.end('SIGTERM'), processes.oldWorker.end('SIGTERM')]);
  await allIsWell('new');
}

async function allIsAsItShouldBe(): Promise<void> {
  await feeds.end('SIGTERM');
  for (const queue of QUEUES) await until(pool, `not exists (select from write.${queue})`, [], PATIENCE_MS);
  await traffic.stop();
  expect((await processes.newWorker.end('SIGTERM')).how).toBe(0);
  // Walks leave out what is younger than the margin: what the worker stamped last must have come of age.
  await until(pool, `(select max(version) from read.avis) < clock_timestamp() - interval '2 s'`, [], PATIENCE_MS);
  const copies = await Promise.all(readers.map((reader) => reader.finish()));
  const server = await readServer(pool);
  process.stderr.write(
    `rolling upgrade: ${JSON.stringify({ notices: server.size, statuses: traffic.statuses, answered: front.answered, readers: readers.map(({ counts }) => counts) })}\n`,
  );
  expect(server.size).toBeGreaterThan(50);
  expect(traffic.wrong).toEqual([]);
  expect(traffic.cuts).toEqual([]);
  expect(Object.keys(traffic.statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([]);
  expect(await wrongTexts(pool, traffic)).toEqual([]);
  for (const copy of copies) {
    const missed = [...server.values()].filter(({ id, statut }) => statut !== 'retire' && !copy.has(id));
    expect(missed.map(({ id, version, statut }) => ({ id, version, statut }))).toEqual([]);
    expect(compare(copy, server, ({ statut }) => statut !== 'retire')).toEqual({ lost: 0, stale: 0, extra: 0 });
  }
  for (const { counts } of readers) expect(counts).toMatchObject({ disorders: 0 });
  expect(await doubled(pool)).toEqual([]);
  expect([feeds, ...Object.values(processes)].flatMap(({ deaths }) => deaths)).toEqual([]);
}

/** Those in service answer, something new is collected, and it is served. */
async function allIsWell(...names: string[]): Promise<void> {
  const before = names.map((name) => front.answered[name] ?? 0);
  const { rows } = await pool.query<{ now: string; version: string }>(
    'select clock_timestamp()::text as now, max(version)::text as version from read.avis',
  );
  const [{ now, version }] = rows as [{ now: string; version: string }];
  await until(
    pool,
    `exists (select from write.run where started_at > $1 and outcome = 'succeeded')`,
    [now],
    PATIENCE_MS,
  );
  await until(pool, `(select max(version) from read.avis) > $1`, [version], PATIENCE_MS);
  for (const limit = Date.now() + PATIENCE_MS; ;) {
    if (names.every((name, index) => (front.answered[name] ?? 0) >= before[index]! + 20)) return;
    if (Date.now() > limit) throw new Error(`${names.join(', ')}: clients are no longer answered`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
