import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { createPool } from './pool.js';
import { QUERY_CANCELED, withinDelay } from './within-delay.js';

const DELAY_MS = 1_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const onError = () => undefined;
  pool = createPool({ url: database.url, max: 1, applicationName: 'delay', statementTimeoutMs: DELAY_MS, onError });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const sleep = (seconds: number) => ({ text: 'select pg_backend_pid() as pid, pg_sleep($1)', values: [seconds] });

/** How long the reading took, how it ended, and the connection that the next one is given. */
async function reading(...sleeps: number[]): Promise<{ ms: number; code: unknown }> {
  const start = performance.now();
  const code = await withinDelay(pool, DELAY_MS, async (db) => {
    for (const seconds of sleeps) await db.query(sleep(seconds));
  }).then(
    () => null,
    (error: unknown) => (error as { code?: unknown }).code,
  );
  return { ms: performance.now() - start, code };
}

test('one delay for all the statements of a reading, whichever is slow', async () => {
  const pid = async () => (await pool.query<{ pid: number }>(sleep(0))).rows[0]?.pid;
  const before = await pid();
  expect(await reading(0, 0.1, 0)).toMatchObject({ code: null });
  for (const sleeps of [[5], [0.6, 5], [0.4, 0.4, 5], [0.9, 0.9]]) {
    const { ms, code } = await reading(...sleeps);
    expect(code).toBe(QUERY_CANCELED);
    expect(ms).toBeGreaterThan(0.8 * DELAY_MS);
    expect(ms).toBeLessThan(1.3 * DELAY_MS);
    // The same connection, with its own delay again.
    expect(await pid()).toBe(before);
    expect((await pool.query({ text: 'show statement_timeout' })).rows).toEqual([{ statement_timeout: '1s' }]);
  }
});

test('a connection that dies is not given again', async () => {
  const killed = withinDelay(pool, DELAY_MS, async (db) => {
    const { rows } = await db.query<{ pid: number }>(sleep(0.2));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await db.query(sleep(0));
  });
  await expect(killed).rejects.toThrow();
  expect((await reading(0)).code).toBeNull();
});
