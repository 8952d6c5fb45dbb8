import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { systemClock } from '#platform/clock';
import { readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { PurgerJob } from './purger.job.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 2, applicationName: 'test' });
  await db.initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

test('comes once a night, and deletes what is older than the environment says', async () => {
  const job = new PurgerJob(db, readConfiguration({ USAGE_KEPT_DAYS: '40' }), systemClock);
  expect(job.schedules()).toMatchObject([{ job: 'purger', cron: '40 3 * * *' }]);
  await database.pool.query(
    `insert into access.usage (jour, cle_id, route, statut, requetes)
     values (current_date - 45, null, '/avis', 200, 1), (current_date - 35, null, '/avis', 200, 1)`,
  );
  await job.run({}, { signal: new AbortController().signal, jobId: null, progress: () => undefined });
  const { rows } = await database.pool.query('select current_date - jour as days from access.usage');
  expect(rows).toEqual([{ days: 35 }]);
});
