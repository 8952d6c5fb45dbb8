import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { RunLocks } from './run-locks.js';

let database: TestDatabase;
let here: RunLocks;
let elsewhere: RunLocks;
beforeAll(async () => {
  database = await createTestDatabase();
  here = new RunLocks(database.url);
  elsewhere = new RunLocks(database.url);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.close();
});

const nothing = () => Promise.resolve();
/** A run that goes on until it is told to end. */
function open(locks: RunLocks, source: string) {
  let end = (): void => undefined;
  let begun = (_signal: AbortSignal): void => undefined;
  const started = new Promise<AbortSignal>((resolve) => (begun = resolve));
  const run = locks.run(source, (lost) => {
    begun(lost);
    return new Promise<void>((resolve) => (end = resolve));
  });
  return { started, end: () => (end(), run) };
}

test('one run of a source at a time, in this process and in another; other sources go on', async () => {
  const first = open(here, 'boamp');
  await first.started;
  expect(await here.run('boamp', nothing)).toBe(false);
  expect(await elsewhere.run('boamp', nothing)).toBe(false);
  expect(await elsewhere.run('ted', nothing)).toBe(true);
  expect(await first.end()).toBe(true);
  expect(await elsewhere.run('boamp', nothing)).toBe(true);
  expect(await here.run('boamp', nothing)).toBe(true);
});

test('many runs at once hold one session', async () => {
  const runs = Array.from({ length: 30 }, (_, n) => open(here, `source-${n}`));
  await Promise.all(runs.map(({ started }) => started));
  const { rows } = await database.pool.query(
    "select count(distinct pid)::int as sessions, count(*)::int as locks from pg_locks where locktype = 'advisory' and objsubid = 2 and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ sessions: 1, locks: 30 }]);
  await Promise.all(runs.map(({ end }) => end()));
});

test('a run that fails frees its source', async () => {
  await expect(here.run('boamp', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await elsewhere.run('boamp', nothing)).toBe(true);
});

test('a session that is severed ends its runs, and the next one opens another', async () => {
  const run = open(here, 'boamp');
  const lost = await run.started;
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marches-runs' and datname = current_database()",
  );
  await new Promise<void>((resolve) => {
    if (lost.aborted) resolve();
    else lost.addEventListener('abort', () => resolve());
  });
  await run.end();
  expect(await elsewhere.run('boamp', nothing)).toBe(true);
  expect(await here.run('boamp', nothing)).toBe(true);
});
