import { rm, stat, writeFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { CleDirectory } from '#access/cles/directory';
import { setPlan } from '#access/comptes/comptes';
import { ACCESS_ENTITIES } from '#access/entities/entities';
import { PERIMETRES } from '#contract/vocabulary';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { emptyDataDir } from '../testing/ops.js';
import { demoPath, ensureDemo } from './demo.js';

const ADDRESSES = {
  base_url: 'http://127.0.0.1:3000/api/v1',
  mcp_url: 'http://127.0.0.1:3000/mcp',
  console: { url: 'http://127.0.0.1:3002', jeton: 'a'.repeat(64) },
};

let database: TestDatabase;
let db: DataSource;
const find = (cle: string) => new CleDirectory(database.pool).find(cle);
const ensure = (dataDir: string, addresses = ADDRESSES) => ensureDemo(db, database.url, dataDir, addresses);

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: ACCESS_ENTITIES, poolSize: 2, applicationName: 'test' });
  await db.initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

test('the demonstration has two keys that work, in a file for its owner only', async () => {
  const dataDir = emptyDataDir();
  const demo = await ensure(dataDir);
  expect((await stat(demoPath(dataDir))).mode & 0o777).toBe(0o600);
  await expect(find(demo.cles.complete)).resolves.toMatchObject({
    usage: 'interne',
    perimetres: PERIMETRES,
    compte: { nom: 'Démonstration', plan: 'pro' },
  });
  await expect(find(demo.cles.rediffusion)).resolves.toMatchObject({ usage: 'rediffusion' });
});

test('keys are kept from one start to the next, under the address of the day', async () => {
  const dataDir = emptyDataDir();
  const first = await ensure(dataDir);
  const moved = { ...ADDRESSES, base_url: 'http://127.0.0.1:3333/api/v1' };
  await expect(ensure(dataDir, moved)).resolves.toEqual({ ...first, ...moved });
});

test.each([
  ['is lost', (path: string) => rm(path)],
  ['is damaged', (path: string) => writeFile(path, '{"cles":')],
])('when the file %s, new keys are issued and the old ones revoked', async (_, harm) => {
  const dataDir = emptyDataDir();
  const lost = await ensure(dataDir);
  await harm(demoPath(dataDir));
  const fresh = await ensure(dataDir);
  await expect(find(lost.cles.complete)).resolves.toBeNull();
  await expect(find(lost.cles.rediffusion)).resolves.toBeNull();
  await expect(find(fresh.cles.complete)).resolves.not.toBeNull();
  const comptes = await database.pool.query(`select 1 from access.compte where nom = 'Démonstration'`);
  expect(comptes.rowCount).toBe(1);
});

test('keys that the database does not know are replaced', async () => {
  const dataDir = emptyDataDir();
  const cles = { complete: 'mpk_unknown', rediffusion: 'mpk_unknown' };
  await writeFile(demoPath(dataDir), JSON.stringify({ ...ADDRESSES, cles }));
  await expect(find((await ensure(dataDir)).cles.complete)).resolves.not.toBeNull();
});

test('an account that the operator moved to another plan is not given keys again', async () => {
  const dataDir = emptyDataDir();
  const { cles } = await ensure(dataDir);
  const compteId = (await find(cles.complete))!.compte.id;
  await setPlan(db, compteId, 'gratuit');
  await expect(ensure(dataDir)).rejects.toThrow(/plan to pro/);
  await setPlan(db, compteId, 'pro');
});
