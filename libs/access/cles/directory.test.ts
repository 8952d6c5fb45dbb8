import pg from 'pg';
import { type DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { AccessChanges } from '../changes/changes.js';
import { createCompte, setPlan } from '../comptes/comptes.js';
import { createAccessDataSource } from '../testing/data-source.js';
import { eventually } from '../testing/eventually.js';
import { CleDirectory } from './directory.js';
import { issueCle } from './issue.js';
import { generateKey } from './key.js';
import { revokeCle, rotateCle } from './operate.js';

const SEEN_WITHIN_MS = 2_000;

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
/** Two API instances. */
let changes: AccessChanges[];
let directories: CleDirectory[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await createAccessDataSource(database.url);
  pool = new pg.Pool({ connectionString: database.apiUrl, max: 4 });
  changes = [1, 2].map(() => new AccessChanges({ url: database.apiUrl, retryMs: 50 }));
  directories = changes.map((each) => new CleDirectory(pool, each));
  await Promise.all(changes.map((each) => each.start()));
});
afterAll(async () => {
  await Promise.all(changes.map((each) => each.close()));
  await pool.end();
  await db.destroy();
  await database.close();
});

async function issue() {
  const compte = await createCompte(db, { nom: 'Atelier', email: 'atelier@exemple.fr' });
  const issued = await issueCle(db, { compteId: compte.id, perimetres: ['avis:read', 'decp:read'], usage: 'interne' });
  return { compte, ...issued };
}

const all = (key: string) => Promise.all(directories.map((directory) => directory.find(key)));
const allRefuse = async (key: string) => (await all(key)).every((cle) => cle === null);

test('a valid key gives its account, plan, scopes, usage and limits', async () => {
  const { compte, cle, secret } = await issue();
  const context = (await all(secret))[0];
  expect(context).toEqual({
    cleId: cle.id,
    prefixe: cle.prefixe,
    usage: 'interne',
    perimetres: ['avis:read', 'decp:read'],
    creeeLe: cle.creeeLe.toISOString().replace(/\.\d+/, ''),
    expireLe: null,
    compte: { id: compte.id, nom: 'Atelier', plan: 'pro' },
    limites: { general: 50_000, decp: 2_000 },
  });
});

test('unknown, malformed and expired keys are no keys', async () => {
  const { cle, secret } = await issue();
  expect(await all(generateKey())).toEqual([null, null]);
  expect(await all('Bearer nothing \u0000')).toEqual([null, null]);
  await database.pool.query(`update access.cle set expire_le = clock_timestamp() + interval '300 ms' where id = $1`, [
    cle.id,
  ]);
  await eventually(SEEN_WITHIN_MS, async () => (await all(secret))[0]?.expireLe !== null);
  await eventually(SEEN_WITHIN_MS, () => allRefuse(secret));
});

test('plan, scopes and limits seen at once through notifications', async () => {
  const { compte, cle, secret } = await issue();
  await all(secret);
  await setPlan(db, compte.id, 'gratuit');
  await database.pool.query(`update access.cle set perimetres = '{avis:read}' where id = $1`, [cle.id]);
  await database.pool.query(`insert into access.quota_limite values ($1, 'decp', 7)`, [compte.id]);
  await eventually(SEEN_WITHIN_MS, async () =>
    (await all(secret)).every(
      (seen) => seen?.compte.plan === 'gratuit' && seen.perimetres.length === 1 && seen.limites.decp === 7,
    ),
  );
});

test('a key asked for before it was issued works as soon as it is rotated in', async () => {
  const { cle, secret } = await issue();
  await all(secret);
  const rotated = await rotateCle(db, { reference: cle.id, graceSeconds: 0 });
  await eventually(SEEN_WITHIN_MS, () => allRefuse(secret));
  expect((await all(rotated.secret)).every((seen) => seen?.cleId === rotated.cle.id)).toBe(true);
});

test('a revocation is seen by both instances well before the time-out of the memory', async () => {
  const waits: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { cle, secret } = await issue();
    await all(secret);
    await revokeCle(db, cle.id);
    waits.push(await eventually(SEEN_WITHIN_MS, () => allRefuse(secret)));
  }
  expect(Math.min(...waits)).toBeLessThan(500);
});

test('a revocation is seen within 2 s when the connections that listen are killed and cannot come back', async () => {
  const deaf = new AccessChanges({ url: database.apiUrl, retryMs: 3_600_000 });
  const directory = new CleDirectory(pool, deaf);
  await deaf.start();
  const { cle, secret } = await issue();
  await directory.find(secret);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'access-changes' and datname = current_database()`,
  );
  await eventually(SEEN_WITHIN_MS, () => !deaf.listening);
  await directory.find(secret);
  await revokeCle(db, cle.id);
  await eventually(SEEN_WITHIN_MS, async () => (await directory.find(secret)) === null);
  await deaf.close();
  await eventually(SEEN_WITHIN_MS, () => changes.every((each) => each.listening));
});

test('a database that does not answer is an error, never a refusal, and is forgotten when it answers again', async () => {
  const { secret } = await issue();
  const broken = new pg.Pool({ connectionString: database.apiUrl.replace(/:\d+\//, ':1/') });
  await expect(new CleDirectory(broken).find(secret)).rejects.toThrow();
  await broken.end();
  expect((await all(secret))[0]).not.toBeNull();
});

test('one query answers 50 concurrent requests with one key', async () => {
  const { secret } = await issue();
  let queries = 0;
  const counting = { query: (query: pg.QueryConfig) => ((queries += 1), pool.query(query)) } as unknown as pg.Pool;
  const directory = new CleDirectory(counting);
  await Promise.all(Array.from({ length: 50 }, () => directory.find(secret)));
  expect(queries).toBe(1);
});
