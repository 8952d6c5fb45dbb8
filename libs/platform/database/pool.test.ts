import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { apiAddress } from './api-address.js';
import { createDataSource } from './data-source.js';
import { createPool } from './pool.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const onError = (error: Error) => {
  throw error;
};

test('an API pool reads as the API role, in UTC, without losing a digit, and cannot write', async () => {
  const pool = createPool({ url: apiAddress(database.url), max: 2, applicationName: 'test-api', onError });
  try {
    const { rows } = await pool.query(
      `select current_user as role, current_setting('application_name') as name,
         timestamptz '2026-01-02 03:04:05.678901+01' as instant, date '2026-01-02' as day,
         9007199254740993::bigint as big, 1.5::float8 as number`,
    );
    expect(rows).toEqual([
      {
        role: 'marches_api',
        name: 'test-api',
        instant: '2026-01-02 02:04:05.678901+00',
        day: '2026-01-02',
        big: '9007199254740993',
        number: 1.5,
      },
    ]);
    await expect(pool.query('delete from read.avis')).rejects.toThrow(/permission denied/);
  } finally {
    await pool.end();
  }
});

test('a statement over its time-out is cancelled and the connection serves the next one', async () => {
  const pool = createPool({ url: database.url, max: 1, applicationName: 'test', statementTimeoutMs: 50, onError });
  try {
    await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    await expect(pool.query('select 1')).resolves.toBeDefined();
  } finally {
    await pool.end();
  }
});

test('a connection severed while idle is reported and replaced', async () => {
  const errors: Error[] = [];
  const pool = createPool({ url: database.url, max: 1, applicationName: 'severed', onError: (e) => errors.push(e) });
  try {
    await pool.query('select 1');
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'severed'",
    );
    for (let i = 0; errors.length === 0 && i < 100; i++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(errors).toHaveLength(1);
    await expect(pool.query('select 1')).resolves.toBeDefined();
  } finally {
    await pool.end();
  }
});

test('the address of the API keeps the options it already has', async () => {
  const client = new pg.Client(apiAddress(`${database.url}?options=-c%20work_mem%3D9MB`));
  await client.connect();
  const { rows } = await client.query("select current_user as role, current_setting('work_mem') as memory");
  await client.end();
  expect(rows).toEqual([{ role: 'marches_api', memory: '9MB' }]);
});

test('the data source says who it is', async () => {
  const source = createDataSource({ url: database.url, entities: [], poolSize: 1, applicationName: 'test-worker' });
  await source.initialize();
  const rows = await source.query("select current_setting('application_name') as name");
  await source.destroy();
  expect(rows).toEqual([{ name: 'test-worker' }]);
});
