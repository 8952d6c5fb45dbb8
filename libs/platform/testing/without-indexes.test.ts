import { createTestDatabase, type TestDatabase } from './database.js';
import { withoutIndexes } from './without-indexes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
});

test('the indexes stand afterwards as they did, and meanwhile those of constraints alone', async () => {
  const client = await database.pool.connect();
  try {
    const definitions = async () => {
      const { rows } = await client.query<{ indexdef: string }>(
        `select indexdef from pg_indexes where schemaname = 'read' and tablename = 'avis' order by indexname`,
      );
      return rows.map(({ indexdef }) => indexdef);
    };
    const before = await definitions();
    await withoutIndexes(client, ['read.avis'], async () => {
      expect(await definitions()).toEqual([expect.stringContaining('avis_pkey')]);
    });
    expect(await definitions()).toEqual(before);
    expect(before.length).toBeGreaterThan(10);
  } finally {
    client.release();
  }
});
