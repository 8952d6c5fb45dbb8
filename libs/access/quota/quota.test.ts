import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DataSource } from 'typeorm';
import { QUOTA_DEFAULTS } from '#contract/limits';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { insertCompte } from '../testing/compte.js';
import { createAccessDataSource } from '../testing/data-source.js';
import { listQuotas, setQuotaLimite } from './operate.js';
import { Quota, type Reservation } from './quota.js';

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
let quota: Quota;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createAccessDataSource(database.url);
  pool = new pg.Pool({ connectionString: database.apiUrl, max: 4 });
  quota = new Quota(pool);
});
afterAll(async () => {
  await pool.end();
  await db.destroy();
  await database.close();
});

async function reserved(compteId: string, nombre: number): Promise<Reservation> {
  const reservation = await quota.reserve(compteId, 'general', nombre);
  if (!reservation.accorde) throw new Error('refused');
  return reservation;
}

test('an account begins with the limits of the contract', async () => {
  const states = await quota.read(await insertCompte(database.pool));
  expect(states).toEqual({
    general: { limite: QUOTA_DEFAULTS.general, consomme: 0, restant: QUOTA_DEFAULTS.general },
    decp: { limite: QUOTA_DEFAULTS.decp, consomme: 0, restant: QUOTA_DEFAULTS.decp },
  });
});

test('a reserve is counted at once, and what was not served given back', async () => {
  const compteId = await insertCompte(database.pool, { general: 250 });
  const reservation = await reserved(compteId, 100);
  expect(reservation).toMatchObject({ limite: 250, restant: 150 });
  expect(await quota.refund(reservation, 3)).toEqual({ limite: 250, restant: 247 });
  expect((await quota.read(compteId)).general).toEqual({ limite: 250, consomme: 3, restant: 247 });
});

test('a page larger than what is left is refused whole, whatever the page would have held', async () => {
  const compteId = await insertCompte(database.pool, { general: 150 });
  await reserved(compteId, 100);
  const refused = await quota.reserve(compteId, 'general', 100);
  expect(refused).toMatchObject({ accorde: false, limite: 150, restant: 0 });
  expect((refused as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(86_400);
  expect((await quota.read(compteId)).general.restant).toBe(50);
  expect((await reserved(compteId, 50)).restant).toBe(0);
});

test('families and accounts are counted apart', async () => {
  const [one, other] = [await insertCompte(database.pool, { general: 1, decp: 1 }), await insertCompte(database.pool)];
  await reserved(one, 1);
  expect((await quota.reserve(one, 'decp', 1)).accorde).toBe(true);
  expect((await quota.read(other)).general.consomme).toBe(0);
});

test('a limit lowered below what was served leaves nothing, never less; raised again it serves again', async () => {
  const compteId = await insertCompte(database.pool);
  const reservation = await reserved(compteId, 100);
  await setQuotaLimite(db, { compteId, famille: 'general', limite: 10 });
  expect((await quota.read(compteId)).general).toEqual({ limite: 10, consomme: 100, restant: 0 });
  expect((await quota.reserve(compteId, 'general', 1)).accorde).toBe(false);
  expect(await quota.refund(reservation, 95)).toEqual({ limite: 10, restant: 0 });
  await setQuotaLimite(db, { compteId, famille: 'general', limite: null });
  expect((await quota.read(compteId)).general.limite).toBe(50_000);
  expect(
    (await listQuotas(db)).find((line) => line.compte_id === compteId && line.famille === 'general'),
  ).toMatchObject({
    limite: 50_000,
    fixee: false,
    consomme: 95,
  });
});

test('a limit of 0 refuses all', async () => {
  const compteId = await insertCompte(database.pool, { general: 0 });
  expect(await quota.reserve(compteId, 'general', 1)).toMatchObject({ accorde: false, limite: 0, restant: 0 });
});

test('a reserve is given back once, and never more than was reserved', async () => {
  const reservation = await reserved(await insertCompte(database.pool), 10);
  await expect(quota.refund(reservation, 11)).rejects.toThrow(RangeError);
  await expect(quota.refund(reservation, -1)).rejects.toThrow(RangeError);
  await quota.refund(reservation, 0);
  await expect(quota.refund(reservation, 0)).rejects.toThrow(/once/);
});

test('a reserve taken before midnight UTC is given back to its own day', async () => {
  let now = new Date('2026-06-30T23:59:59.900Z');
  const clocked = new Quota(pool, { now: () => now });
  const compteId = await insertCompte(database.pool, { general: 100 });
  const before = (await clocked.reserve(compteId, 'general', 100)) as Reservation;
  expect(await clocked.reserve(compteId, 'general', 1)).toMatchObject({ accorde: false, retryAfter: 1 });
  now = new Date('2026-07-01T00:00:00.100Z');
  const after = (await clocked.reserve(compteId, 'general', 60)) as Reservation;
  await clocked.refund(before, 30);
  await clocked.refund(after, 60);
  const { rows } = await database.pool.query(
    'select jour::text, consomme from access.quota where compte_id = $1 order by jour',
    [compteId],
  );
  expect(rows).toEqual([
    { jour: '2026-06-30', consomme: 30 },
    { jour: '2026-07-01', consomme: 60 },
  ]);
});

test('what cannot be verified throws: no account, no database, a database that does not answer', async () => {
  await expect(quota.reserve(randomUUID(), 'general', 1)).rejects.toThrow();
  const unreachable = new pg.Pool({ connectionString: database.apiUrl.replace(/:\d+\//, ':1/') });
  await expect(new Quota(unreachable).reserve(randomUUID(), 'general', 1)).rejects.toThrow();
  await unreachable.end();

  const compteId = await insertCompte(database.pool);
  await reserved(compteId, 1);
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from access.quota where compte_id = $1 for update', [compteId]);
  await expect(quota.reserve(compteId, 'general', 1)).rejects.toThrow(/timeout/);
  await holder.query('rollback');
  holder.release();
  expect((await quota.reserve(compteId, 'general', 1)).accorde).toBe(true);
});

test('nonsense is refused by the database itself', async () => {
  const compteId = await insertCompte(database.pool);
  for (const nombre of [0, -5]) {
    await expect(quota.reserve(compteId, 'general', nombre)).rejects.toThrow(RangeError);
    const counted = pool.query(`select from access.reserve_quotas($1, 'general', $2)`, [compteId, [5, nombre]]);
    await expect(counted).rejects.toThrow(/at least 1/);
  }
  await expect(quota.reserve(compteId, 'autre' as never, 1)).rejects.toThrow();
  const taken = await pool.query(`select from access.refund_quota($1, 'general', 5, current_date)`, [compteId]);
  expect(taken.rowCount).toBe(0);
});
