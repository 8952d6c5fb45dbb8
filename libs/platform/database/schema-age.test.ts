import { MIGRATIONS } from '../../../migrations/index.js';
import { freePort } from '../postgres/free-port.js';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { migrate } from './migrate.js';
import { checkSchema, schemaOnceKnown } from './schema-age.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the API finds its own schema, and a newer one, to fit', async () => {
  await expect(checkSchema(database.apiUrl, MIGRATIONS)).resolves.toBe('fits');
  await expect(checkSchema(database.apiUrl, MIGRATIONS.slice(0, -1))).resolves.toBe('fits');
});

test('a worker of an earlier release has nothing to do on a newer schema, and undoes nothing', async () => {
  const names = () => database.pool.query('select name from migration order by id').then(({ rows }) => rows);
  const before = await names();
  await expect(migrate(database.url, MIGRATIONS.slice(0, 3))).resolves.toEqual([]);
  await expect(names()).resolves.toEqual(before);
});

test('an older schema is refused with what is missing and what to run', async () => {
  class Neuve {
    readonly name = 'Neuve';
  }
  await expect(checkSchema(database.apiUrl, [...MIGRATIONS, Neuve])).rejects.toThrow(
    /older than this version: it lacks 1 migrations, the first of them Neuve.*ops migrer/,
  );
});

test('so is one from before the API could look, and an empty one', async () => {
  const older = await createTestDatabase();
  try {
    await older.pool.query('revoke select on migration from marches_api');
    await expect(checkSchema(older.apiUrl, MIGRATIONS)).rejects.toThrow(/Foundation/);
    await older.pool.query('drop table migration');
    await expect(checkSchema(older.apiUrl, MIGRATIONS)).rejects.toThrow(/Foundation/);
  } finally {
    await older.close();
  }
});

test('a database that does not answer is not taken for an old one', async () => {
  const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  await expect(checkSchema(nobody, MIGRATIONS)).resolves.toBe('unknown');
});

test('what answers at last is judged then', async () => {
  await expect(schemaOnceKnown(database.apiUrl, MIGRATIONS, 10)).resolves.toBeUndefined();
});
