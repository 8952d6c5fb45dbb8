import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { type Configuration, readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import type { Waker } from '../wake.js';
import { ImportDecpJob } from './import-decp.job.js';

jest.setTimeout(120_000);

// What it says is for the log; here it would hide what fails.
Logger.overrideLogger(false);

let database: TestDatabase;
let db: DataSource;
let http: HttpGateway;
let feeds: Feeds;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 4, applicationName: 'test' });
  await db.initialize();
  http = createHttpGateway({ userAgent: 'test', timeoutMs: 20_000, maxBytes: 1_000_000, attempts: 1 });
  const now = new Date('2026-11-21T08:00:00Z');
  feeds = await createFeeds({ seed: 11, size: 300, now: () => now });
});
afterAll(async () => {
  await feeds.close();
  await http.close();
  await db.destroy();
  await database.close();
});

function jobOf(env: Record<string, string>): { job: ImportDecpJob; woken: string[]; configuration: Configuration } {
  const woken: string[] = [];
  const configuration = readConfiguration(env);
  const waker = { wake: (name: string) => woken.push(name) } as unknown as Waker;
  return { job: new ImportDecpJob(db, http, configuration, waker), woken, configuration };
}

const context = () => ({ signal: new AbortController().signal, jobId: null, progress: () => undefined });

test('it comes back by itself: once a day, sooner from the simulated registers, never when told so', () => {
  const every = (env: Record<string, string>) =>
    jobOf(env)
      .job.schedules()
      .map((schedule) => 'everyMs' in schedule && schedule.everyMs);
  expect(every({ FEEDS: 'live' })).toEqual([86_400_000]);
  expect(every({})).toEqual([300_000]);
  expect(every({ IMPORT_DECP_SECONDS: '0' })).toEqual([]);
});

test('a register that is away keeps no other waiting; the failure is for the queue to try again', async () => {
  const { job, woken } = jobOf({ FEEDS_URL: feeds.url, DECP_MINEF_URL: 'http://127.0.0.1:1/api/1/datasets/x/' });
  await expect(job.run({}, context())).rejects.toThrow(/decp_minef: .*ECONNREFUSED/);
  expect(woken).toContain('recalculer');
  const { rows } = await database.pool.query<{ registre: string }>(
    'select distinct registre from write.declaration order by 1',
  );
  expect(rows.map(({ registre }) => registre)).toEqual(['aife_dume', 'pes_marche']);

  const next = jobOf({ FEEDS_URL: feeds.url });
  await next.job.run({}, context());
  expect(next.woken).toContain('recalculer');
  const again = jobOf({ FEEDS_URL: feeds.url });
  await again.job.run({}, context());
  expect(again.woken).not.toContain('recalculer');
});
