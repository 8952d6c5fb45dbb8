import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { awaitIngestion } from './await-ingestion.js';
import { RunLocks } from './run-locks.js';

let database: TestDatabase;
let db: DataSource;
let locks: RunLocks;
beforeAll(async () => {
  database = await createTestDatabase();
  locks = new RunLocks(database.url);
  db = createDataSource({ url: database.url, entities: [], poolSize: 2, applicationName: 'test' });
  await db.initialize();
});
afterAll(async () => {
  await locks.close();
  await db.destroy();
  await database.close();
});
beforeEach(() => database.pool.query('truncate write.run, write.document, write.a_apparier cascade'));

const { signal } = new AbortController();
const wait = (withinMs: number) => awaitIngestion(db, { withinMs, everyMs: 20, signal });
const NOTHING = { sources: [], documents: 0, avis: 0 };
const LONG = 25_000;

async function openReport(source: string): Promise<void> {
  await database.pool.query('insert into write.run (source) values ($1)', [source]);
}

/** A run of a source that holds its lock until it is told to end. */
async function run(source: string): Promise<() => Promise<unknown>> {
  let end = (): void => undefined;
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const running = locks.run(source, async () => {
    await openReport(source);
    begun();
    await new Promise<void>((resolve) => (end = resolve));
    await database.pool.query('update write.run set ended_at = clock_timestamp() where source = $1', [source]);
  });
  await started;
  return () => (end(), running);
}

test('waits for a run under way, and not for one that begins meanwhile', async () => {
  const end = await run('boamp');
  let waited: unknown = null;
  const waiting = wait(LONG).then((left) => (waited = left));
  // Time enough to have looked: a wait that looked away would have ended.
  await sleep(300);
  expect(waited).toBeNull();
  const endOther = await run('ted');
  await end();
  expect(await waiting).toEqual(NOTHING);
  await endOther();
});

test('no longer than it is given, and says what it did not wait for', async () => {
  const end = await run('boamp');
  const started = performance.now();
  expect(await wait(200)).toEqual({ ...NOTHING, sources: ['boamp'] });
  expect(performance.now() - started).toBeGreaterThanOrEqual(199);
  await end();
});

test('a report that a killed worker left open is not waited for', async () => {
  await openReport('boamp');
  await openReport('ted');
  expect(await wait(LONG)).toEqual(NOTHING);
});

test('documents that are archived and not yet normalised are waited for', async () => {
  const archive = `with d as (
      insert into write.document (source, identifiant, format, hash, url, body)
      values ('boamp', '26-1', 'boamp-json', '', '', '') returning id, source)
    insert into write.a_normaliser select id, source from d`;
  await database.pool.query(archive);
  expect(await wait(100)).toEqual({ ...NOTHING, documents: 1 });
  const waiting = wait(LONG);
  await database.pool.query('delete from write.a_normaliser');
  expect(await waiting).toEqual(NOTHING);
});

test('notices that wait to be matched are waited for, those that our own code failed on are not', async () => {
  const wanting = `insert into write.a_apparier (avis_id, reason, since, error)
    values (gen_random_uuid(), 'publication', clock_timestamp(), null), (gen_random_uuid(), 'publication', clock_timestamp(), 'defect')`;
  await database.pool.query(wanting);
  expect(await wait(100)).toEqual({ ...NOTHING, avis: 1 });
  await database.pool.query('delete from write.a_apparier where error is null');
  expect(await wait(LONG)).toEqual(NOTHING);
});

test('a worker that stops waits no longer', async () => {
  const end = await run('boamp');
  const stop = new AbortController();
  const waiting = awaitIngestion(db, { withinMs: LONG, everyMs: LONG, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
  await end();
});
