import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Queue } from 'bullmq';
import { siretOf } from '#acheteurs/testing/sirets';
import { readConfiguration } from '#platform/configuration/configuration';
import { backendOf } from '#platform/queue/backend';
import { QUEUE_NAME } from '#platform/queue/job-queue';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createWorker } from '../create-worker.js';
import { until } from '../testing/runs.js';

/** Every night at 05:10 UTC, as the contract says, and not because a worker starts. */
let database: TestDatabase;
let worker: INestApplicationContext;
let queue: Queue;
beforeAll(async () => {
  database = await createTestDatabase();
  const acheteur = (siret: string | null) =>
    JSON.stringify({ acheteur: { nom: 'Commune de Carros', siret, departement: '06' } });
  await database.pool.query(
    `insert into write.match_notice values ('00000000-0000-5000-8000-000000000001', $1), ('00000000-0000-5000-8000-000000000002', $2)`,
    [acheteur(siretOf(21_060_033)), acheteur(null)],
  );
  const configuration = readConfiguration({ LOG_LEVEL: 'silent' });
  worker = await createWorker({ configuration, databaseUrl: database.url, collectors: new Map() });
  const { factory, connection } = backendOf({ redisUrl: null, databaseUrl: database.url });
  queue = new Queue(QUEUE_NAME, { connection }, factory);
});
afterAll(async () => {
  await queue.close();
  await worker.close();
  await database.close();
});

test('the worker keeps a schedule of 05:10 UTC', async () => {
  let next: number | undefined;
  for (const limit = Date.now() + 25_000; next === undefined && Date.now() < limit;) {
    await sleep(50);
    next = (await queue.getJobSchedulers()).find(({ key }) => key === 'deduce')?.next;
  }
  expect(new Date(next ?? 0).toISOString()).toMatch(/T05:10:00\.000Z$/);
});

test('its job attaches what the register tells; nothing had before', async () => {
  await until(database.pool, 'select not loading from read.state');
  const { rowCount } = await database.pool.query('select 1 from write.acheteur');
  expect(rowCount).toBe(0);
  await queue.add('deduce', {});
  await until(
    database.pool,
    `exists (select from write.siret_deduit where avis_id = '00000000-0000-5000-8000-000000000002' and siret = $1)`,
    [siretOf(21_060_033)],
  );
  // What an alert on a night that was missed goes by.
  const succeeded = 'succeeded_at between known_since and clock_timestamp()';
  await until(database.pool, `select ${succeeded} from write.timed_job where job = 'deduce'`);
});
