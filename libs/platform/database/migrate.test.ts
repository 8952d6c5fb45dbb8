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

test('the API role reads what is served and writes nothing', async () => {
  await database.pool.query('begin');
  await expect(database.pool.query('select * from read.avis')).resolves.toBeDefined();
  await database.pool.query('rollback');
});
