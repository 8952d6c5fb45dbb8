import pg from 'pg';
import { type DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { AccessChanges } from '../changes/changes.js';
import { createAccessDataSource } from '../testing/data-source.js';
import { eventually } from '../testing/eventually.js';
import { RESSOURCES } from './cibles.js';
import { couper, listCoupures, retablir } from './operate.js';
import { Switches } from './switches.js';

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
let changes: AccessChanges;
/** One instance that listens, one whose notifications never come. */
let switches: Switches[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createAccessDataSource(database.url);
  pool = new pg.Pool({ connectionString: database.apiUrl, max: 2 });
  changes = new AccessChanges({ url: database.apiUrl });
  switches = [new Switches(pool, changes), new Switches(pool)];
  await changes.start();
});
afterAll(async () => {
  await changes.close();
  await pool.end();
  await db.destroy();
  await database.close();
});

/** Resources that both instances find cut, once they agree. */
async function cut(): Promise<string[]> {
  const ressources = [...RESSOURCES, 'sources'] as const;
  const seen = await Promise.all(
    switches.map(async (each) => {
      const states = await Promise.all(ressources.map((ressource) => each.isCut(ressource)));
      return ressources.filter((_, i) => states[i]);
    }),
  );
  return seen[0]!.join() === seen[1]!.join() ? seen[0]! : ['disagreement'];
}
const soon = (expected: string[]) => eventually(2_000, async () => (await cut()).join() === expected.join());

test('one resource is cut and restored within 2 s, the others work', async () => {
  await soon([]);
  await couper(db, 'contrats');
  await couper(db, 'contrats');
  await soon(['contrats']);
  expect((await listCoupures(db)).map(({ cible }) => cible)).toEqual(['contrats']);
  await retablir(db, 'contrats');
  await soon([]);
});

test('sources follows the notices', async () => {
  await couper(db, 'avis');
  await soon(['avis', 'sources']);
  await retablir(db, 'avis');
});

test('cutting the API cuts all; restoring it leaves cut what was cut by itself', async () => {
  await couper(db, 'moi');
  await couper(db, 'api');
  await soon([...RESSOURCES, 'sources']);
  await retablir(db, 'api');
  await soon(['moi']);
  await retablir(db, 'moi');
});

test('what does not exist cannot be cut', async () => {
  await expect(couper(db, 'sante' as never)).rejects.toThrow(/cannot be cut: use api, avis/);
});
