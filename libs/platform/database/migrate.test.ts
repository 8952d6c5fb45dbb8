import { MIGRATIONS } from '../../../migrations/index.js';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { migrate } from './migrate.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a migrated database has nothing left to run, whoever asks at the same time', async () => {
  await expect(Promise.all([1, 2, 3].map(() => migrate(database.url, MIGRATIONS)))).resolves.toEqual([[], [], []]);
});

test('a migration lets those go first who use the table, and holds nobody up meanwhile', async () => {
  class Slow1999999999999 {
    readonly name = 'Slow1999999999999';
    up = (runner: { query(sql: string): Promise<unknown> }) =>
      runner.query('alter table access.coupure add column x int');
    down = () => Promise.resolve();
  }
  const user = await database.pool.connect();
  await user.query('begin');
  await user.query('select from access.coupure');
  const migrating = migrate(database.url, [...MIGRATIONS, Slow1999999999999]);
  // Waits for the migration in the queue of the table's lock, and goes on when that gives up for a while.
  await untilBlocked();
  await expect(database.pool.query('select from access.coupure')).resolves.toBeDefined();
  await user.query('commit');
  user.release();
  await expect(migrating).resolves.toEqual(['Slow1999999999999']);
});

async function untilBlocked(): Promise<void> {
  for (const end = Date.now() + 20_000; ;) {
    const { rowCount } = await database.pool.query(
      `select from pg_locks where relation = 'access.coupure'::regclass and not granted`,
    );
    if (rowCount !== 0) return;
    if (Date.now() > end) throw new Error('the migration never waited');
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

test('the API role reads what is served and writes nothing', async () => {
  await database.pool.query('begin');
  await expect(database.pool.query('select * from read.avis')).resolves.toBeDefined();
  await database.pool.query('rollback');
});
