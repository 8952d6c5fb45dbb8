import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { entreprise } from '../../feeds/entreprises.js';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import type { Waker } from '../wake.js';
import { ImportSireneJob } from './import-sirene.job.js';

// What it says is for the log; here it would hide what fails.
Logger.overrideLogger(false);

const SEED = 11;

let database: TestDatabase;
let db: DataSource;
let http: HttpGateway;
let feeds: Feeds;
let folder: string;
/** The present of the simulated INSEE. */
let now = new Date('2026-10-21T08:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 4, applicationName: 'test' });
  await db.initialize();
  http = createHttpGateway({ userAgent: 'test', timeoutMs: 20_000, maxBytes: 1_000_000, attempts: 1 });
  feeds = await createFeeds({ seed: SEED, size: 100, now: () => now });
  folder = await mkdtemp(join(tmpdir(), 'marches-job-sirene-'));
});
afterAll(async () => {
  await feeds.close();
  await http.close();
  await db.destroy();
  await database.close();
  await rm(folder, { recursive: true });
});

function jobOf(env: Record<string, string>): { job: ImportSireneJob; woken: string[] } {
  const woken: string[] = [];
  const configuration = readConfiguration({ FEEDS_URL: feeds.url, DATA_DIR: folder, ...env });
  const waker = { wake: (name: string) => woken.push(name) } as unknown as Waker;
  return { job: new ImportSireneJob(db, http, configuration, waker), woken };
}

const context = () => ({ signal: new AbortController().signal, jobId: null, progress: () => undefined });

async function imports(): Promise<string[]> {
  const { rows } = await database.pool.query<{ what: string }>(
    `select registre || ' ' || outcome as what from write.import order by id`,
  );
  return rows.map(({ what }) => what);
}

test('it comes back by itself: once a day, sooner in the simulation, never when told so', async () => {
  const every = (env: Record<string, string>) =>
    jobOf(env)
      .job.schedules()
      .map((schedule) => 'everyMs' in schedule && schedule.everyMs);
  expect(every({ FEEDS: 'live' })).toEqual([86_400_000]);
  expect(every({})).toEqual([300_000]);
  expect(every({ IMPORT_SIRENE_SECONDS: '0' })).toEqual([]);
  // The import of contracts wakes it all the same.
  await jobOf({ IMPORT_SIRENE_SECONDS: '0' }).job.run({}, context());
  expect(await imports()).toEqual([]);
});

test('a file that is away keeps the other from nothing; the failure is for the queue to try again', async () => {
  await database.pool.query('insert into write.revendication (siren) values ($1)', [entreprise(SEED, 1).siren]);
  const away = jobOf({ SIRENE_UNITES_URL: 'http://127.0.0.1:1/StockUniteLegale_utf8.zip' });
  await expect(away.job.run({}, context())).rejects.toThrow(/^sirene_unites: .*ECONNREFUSED/);
  expect(await imports()).toEqual(['sirene_unites failed', 'sirene_etablissements succeeded']);
});

test('read once an edition, and what changed is rendered again', async () => {
  const first = jobOf({});
  await first.job.run({}, context());
  expect(first.woken).toEqual(['recalculer']);
  const again = jobOf({});
  await again.job.run({}, context());
  expect(again.woken).toEqual([]);
  now = new Date('2026-11-02T08:00:00Z');
  const next = jobOf({});
  await next.job.run({}, context());
  // The new edition says what the last one said.
  expect(next.woken).toEqual([]);
  expect((await imports()).slice(2)).toEqual([
    'sirene_unites succeeded',
    'sirene_unites succeeded',
    'sirene_etablissements succeeded',
  ]);
});
