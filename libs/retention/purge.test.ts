import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { purge, type PurgeOptions, type Purged } from './purge.js';
import { RETENTION_RULES } from './rules.js';

const NOW = new Date('2026-11-21T03:40:00Z');
const DAYS = { usage: 400, history: 400 };

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 2, applicationName: 'test' });
  await db.initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

function run(options: Partial<PurgeOptions> = {}): Promise<Purged[]> {
  return purge(db, { now: NOW, days: DAYS, simulate: false, signal: new AbortController().signal, ...options });
}

function gone(purged: readonly Purged[], table: string): number | undefined {
  return purged.find((one) => one.table === table)?.lignes;
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

test('statistics of days past the span go, those of the last day within it stay', async () => {
  await database.pool.query(
    `insert into access.usage (jour, cle_id, route, statut, requetes)
     select date '2026-11-21' - n, null, '/avis', 200, 1 from generate_series(395, 404) n`,
  );
  const before = await run({ simulate: true });
  expect(gone(before, 'access.usage')).toBe(4);
  expect(await rows('select from access.usage')).toHaveLength(10);
  expect(gone(await run(), 'access.usage')).toBe(4);
  expect(await rows(`select min(jour)::text as jour from access.usage`)).toEqual([{ jour: '2025-10-17' }]);
  expect(gone(await run(), 'access.usage')).toBe(0);
});

test('of the history of a notice old versions go, and its last one stays however old', async () => {
  const [quiet, lively] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `insert into write.historique (avis_id, version, statut)
     values ($1, '2020-01-01', 'ouvert'), ($1, '2020-02-01', 'clos'),
       ($2, '2020-01-01', 'ouvert'), ($2, '2026-11-01', 'ouvert'), ($2, '2026-11-02', 'clos')`,
    [quiet, lively],
  );
  expect(gone(await run(), 'write.historique')).toBe(2);
  expect(await rows('select statut from write.historique order by version')).toEqual([
    { statut: 'clos' },
    { statut: 'ouvert' },
    { statut: 'clos' },
  ]);
});

test('a table of many stretches is purged whole', async () => {
  // Some 6,000 blocks.
  await database.pool.query(
    `insert into access.usage (jour, cle_id, route, statut, requetes)
     select date '2020-01-01' + n % 100, null, '/' || n || repeat('x', 400), 200, 1 from generate_series(1, 100000) n`,
  );
  expect(gone(await run(), 'access.usage')).toBe(100_000);
});

test('told to stop, it begins no other table', async () => {
  expect(await run({ signal: AbortSignal.abort() })).toEqual([]);
});

test('no rule touches what the contract, replays or restores need for ever', () => {
  const tables = RETENTION_RULES.map(({ table }) => table);
  for (const table of ['read.avis', 'write.document', 'write.declaration', 'write.suppression', 'write.decision']) {
    expect(tables).not.toContain(table);
  }
});
