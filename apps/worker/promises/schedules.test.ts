import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { readConfiguration } from '#platform/configuration/configuration';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { describeWithRedis, startRedis } from '#platform/testing/redis';
import { SOURCES } from '#sources/registry';
import { createWorker } from '../create-worker.js';
import { until } from '../testing/runs.js';
import { type Visit, watchedSources, type WatchedSources } from '../testing/watched-sources.js';

/** Two workers, schedules of one second for a minute: no source twice at a time, no tick missed beyond one, nothing twice. */
jest.setTimeout(180_000);

const CADENCE_MS = 1_000;
const MINUTE_MS = 60_000;
/** With Redis its schedules are lost in the middle: what is before and after is judged. */
const HALF_MS = MINUTE_MS / 2;
const WORKERS = 2;

let database: TestDatabase;
let sources: WatchedSources;
let workers: INestApplicationContext[];
beforeEach(async () => {
  database = await createTestDatabase();
  sources = watchedSources();
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await database.close();
});

async function start(redisUrl: string): Promise<void> {
  const configuration = readConfiguration({ LOG_LEVEL: 'silent', COLLECT_SIMULATED_SECONDS: '1', REDIS_URL: redisUrl });
  for (let n = 0; n < WORKERS; n++) {
    workers.push(await createWorker({ configuration, databaseUrl: database.url, collectors: sources.collectors }));
  }
  await allVisited(Date.now());
}

async function allVisited(since: number): Promise<void> {
  const missing = () => SOURCES.filter(({ code }) => !visitsOf(code).some(({ from }) => from >= since));
  for (const limit = Date.now() + 60_000; missing().length > 0;) {
    if (Date.now() > limit)
      throw new Error(
        `never collected: ${missing()
          .map(({ code }) => code)
          .join()}`,
      );
    await sleep(50);
  }
}

function visitsOf(code: string): Visit[] {
  return sources.visits.filter(({ source }) => source === code).sort((a, b) => a.from - b.from);
}

/** Lets the schedules run and judges them. @param ms how long. */
async function judge(ms: number): Promise<void> {
  const stalls = monitorEventLoopDelay({ resolution: 20 });
  stalls.enable();
  const from = Date.now();
  await sleep(ms);
  const to = Date.now();
  stalls.disable();
  expect(sources.mostAtOnce()).toBe(1);
  // After a run ends, a tick comes within one cadence; one may be missed. What this very process was held up is not theirs.
  const bound = 2 * CADENCE_MS + 500 + 3 * (stalls.max / 1e6);
  const pauses = SOURCES.map(({ code }) => ({ code, ...longestPause(visitsOf(code), from, to) }));
  const worst = pauses.reduce((a, b) => (b.pause > a.pause ? b : a));
  const visits = sources.visits.filter((visit) => visit.from >= from && visit.from <= to).length;
  console.log(
    `${visits} runs of ${SOURCES.length} sources in ${(to - from) / 1000} s; longest pause ${worst.pause} ms (${worst.code}), bound ${Math.round(bound)} ms`,
  );
  expect(pauses.filter(({ pause }) => pause > bound)).toEqual([]);
}

/** Longest time without a run of one source, in milliseconds. */
function longestPause(visits: Visit[], from: number, to: number): { pause: number } {
  const judged = visits.filter((visit) => visit.to >= from && visit.from <= to);
  const ends = [from, ...judged.map((visit) => visit.to)];
  const starts = [...judged.map((visit) => visit.from), to];
  return { pause: Math.max(...starts.map((start, index) => start - ends[index]!)) };
}

/** Everything that BOAMP published is archived once and served. */
async function nothingTwiceNothingLost(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  const { rows } = await database.pool.query(
    `select count(*)::int as documents, count(distinct identifiant)::int as identifiants,
       (select count(*)::int from write.publication) as publications
     from write.document`,
  );
  const { documents, identifiants, publications } = rows[0] as Record<string, number>;
  expect(documents).toBe(identifiants);
  // A run that the stop interrupted may have seen one that it did not archive.
  expect(documents).toBeGreaterThanOrEqual(sources.published() - 1);
  expect(publications).toBeLessThanOrEqual(documents!);
  const { rows: overlaps } = await database.pool.query(
    `select a.source from write.run a join write.run b on a.source = b.source and a.id < b.id
       and b.started_at < coalesce(a.ended_at, 'infinity')`,
  );
  expect(overlaps).toEqual([]);
}

test('on PostgreSQL only', async () => {
  await start('');
  await judge(MINUTE_MS);
  await until(database.pool, 'select not exists (select from write.a_normaliser)');
  await nothingTwiceNothingLost();
});

describeWithRedis('on Redis', () => {
  test('and flushed meanwhile: collection resumes by itself', async () => {
    const redis = await startRedis();
    try {
      await start(redis.url);
      await judge(HALF_MS);
      const client = new Redis(redis.url);
      await client.flushall();
      client.disconnect();
      const flushed = Date.now();
      await allVisited(flushed + 100);
      console.log(`after the flush every source is collected again within ${Date.now() - flushed} ms`);
      await allVisited(Date.now());
      await judge(HALF_MS);
      await nothingTwiceNothingLost();
    } finally {
      await Promise.all(workers.splice(0).map((worker) => worker.close()));
      await redis.close();
    }
  });
});
