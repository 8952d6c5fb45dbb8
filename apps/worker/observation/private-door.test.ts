import type { INestApplicationContext } from '@nestjs/common';
import { readConfiguration } from '#platform/configuration/configuration';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { untilMetric, untilMetrics } from '#platform/observation/testing/exposition';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Collect } from '#sources/adapter';
import { createWorker } from '../create-worker.js';
import { boampDocument, sourceOf } from '../testing/source.js';
import { PrivateDoor } from './private-door.js';

const DOCUMENTS = [boampDocument(1), boampDocument(2), { ...boampDocument(3), body: Buffer.from('{"idweb":') }];
// eslint-disable-next-line require-yield -- a source that is down
const down: Collect = async function* () {
  await Promise.reject(new Error('down for the test'));
};

let database: TestDatabase;
let worker: INestApplicationContext;
const door = () => `http://127.0.0.1:${worker.get(PrivateDoor).port}`;

beforeAll(async () => {
  database = await createTestDatabase();
  // Of a notice that does not exist, so that the stage fails on it for as long as the test lasts.
  await database.pool.query(
    `insert into write.a_projeter (avis_id, reason, since, attempts, error, not_before) values
     ('0198c0de-0000-5000-8000-000000000000', 'test', now() - interval '3 hours', 4, 'a defect', now() + interval '1 day')`,
  );
  await database.pool.query(`insert into write.sauvegarde (lieu) values ('test')`);
  await database.pool.query(`insert into write.timed_job (job) values ('deduce')`);
  const configuration = readConfiguration({
    LOG_LEVEL: 'silent',
    COLLECT_SIMULATED_SECONDS: '1',
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
    WORKER_METRICS_PORT: '0',
    DATABASE_CAPACITY_GIB: '2',
  });
  const collectors = new Map([
    ['boamp', sourceOf(DOCUMENTS)],
    ['ted', down],
  ] as const);
  worker = await createWorker({ configuration, databaseUrl: database.url, collectors });
});
afterAll(async () => {
  await worker.close();
  await database.close();
});

test('runs, documents, rejections and jobs are counted by a closed list of labels', async () => {
  await untilMetric(door(), 'marches_worker_documents_total{source="boamp",kind="new"}', 3);
  await untilMetric(door(), 'marches_worker_rejections_total{source="boamp",reason="malformed"}', 1);
  const metrics = await untilMetrics(
    door(),
    (seen) => (seen.get('marches_worker_runs_total{source="ted",outcome="failed"}') ?? 0) >= 1,
  );
  expect(metrics.get('marches_worker_runs_total{source="boamp",outcome="succeeded"}')).toBeGreaterThanOrEqual(1);
  expect(
    metrics.get('marches_worker_job_duration_seconds_count{job_name="normalise",outcome="succeeded"}'),
  ).toBeGreaterThanOrEqual(1);
  expect(metrics.get('marches_worker_queue_up')).toBe(1);
  expect(metrics.get('marches_worker_database_up')).toBe(1);
});

test('what is true of the whole service is asked on a timer, and a row that fails is told apart from a backlog', async () => {
  const metrics = await untilMetrics(door(), (seen) => seen.has('marches_database_size_bytes'));
  expect(metrics.get('marches_stage_failing{stage="project"}')).toBe(1);
  expect(metrics.get('marches_stage_oldest_age_seconds{stage="project"}')).toBeLessThan(3600);
  expect(metrics.get('marches_database_capacity_bytes')).toBe(2 * 1024 ** 3);
  expect(metrics.get('marches_database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(metrics.get('marches_database_max_connections')).toBeGreaterThan(10);
  expect(metrics.get('marches_backup_last_success_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 300);
  expect(metrics.get('marches_timed_job_last_success_timestamp_seconds{job_name="deduce"}')).toBeGreaterThan(
    Date.now() / 1000 - 300,
  );
  expect(metrics.get('marches_facts_failures_total{part="stages"}')).toBe(0);
  expect(metrics.get('marches_loading')).toBeDefined();
});

test('a worker that is ending is alive and not ready', async () => {
  expect((await fetch(`${door()}/pret`)).status).toBe(200);
  worker.get(ShutdownState).begin();
  expect((await fetch(`${door()}/pret`)).status).toBe(503);
  expect((await fetch(`${door()}/vivant`)).status).toBe(200);
});
