import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DataSource } from 'typeorm';
import { issueCle } from '../cles/issue.js';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { insertCompte } from '../testing/compte.js';
import { createAccessDataSource } from '../testing/data-source.js';
import { eventually } from '../testing/eventually.js';
import { UsageRecorder } from './recorder.js';
import { usageReport } from './report.js';

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createAccessDataSource(database.url);
  pool = new pg.Pool({ connectionString: database.apiUrl, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await db.destroy();
  await database.close();
});

const clock = { now: () => new Date('2026-05-04T12:00:00Z') };
const never = 3_600_000;

test('requests are counted by key, route, status and day, refused and unknown ones included', async () => {
  const compteId = await insertCompte(database.pool);
  const { cle } = await issueCle(db, { compteId, perimetres: ['avis:read'], usage: 'interne' });
  let now = new Date('2026-05-04T23:59:59.999Z');
  const recorders = [1, 2].map(() => new UsageRecorder(pool, { clock: { now: () => now }, flushMs: never }));
  for (const recorder of recorders) {
    for (let i = 0; i < 30; i += 1) recorder.record({ cleId: cle.id, route: '/avis', statut: i % 3 === 0 ? 429 : 200 });
    recorder.record({ cleId: null, route: '/avis', statut: 401 });
  }
  now = new Date('2026-05-05T00:00:00Z');
  recorders[0]!.record({ cleId: cle.id, route: '/moi', statut: 200 });
  await Promise.all(recorders.map((recorder) => recorder.close()));

  const known = { compte: 'Essai', cle_id: cle.id, prefixe: cle.prefixe };
  expect(await usageReport(db)).toEqual([
    { jour: '2026-05-05', ...known, route: '/moi', statut: 200, requetes: 1 },
    { jour: '2026-05-04', ...known, route: '/avis', statut: 200, requetes: 40 },
    { jour: '2026-05-04', ...known, route: '/avis', statut: 429, requetes: 20 },
    { jour: '2026-05-04', compte: null, cle_id: null, prefixe: null, route: '/avis', statut: 401, requetes: 2 },
  ]);
  expect(await usageReport(db, { compteId, du: '2026-05-05', au: '2026-05-05' })).toHaveLength(1);
});

test('counts are written by themselves, after the delay or after so many requests', async () => {
  const written = async (route: string) => (await usageReport(db)).find((line) => line.route === route)?.requetes;
  const byTime = new UsageRecorder(pool, { clock, flushMs: 50 });
  byTime.record({ cleId: null, route: '/par-delai', statut: 200 });
  await eventually(5_000, async () => (await written('/par-delai')) === 1);
  await byTime.close();

  const byCount = new UsageRecorder(pool, { clock, flushMs: never, flushAt: 1_000 });
  for (let i = 0; i < 1_000; i += 1) byCount.record({ cleId: null, route: '/par-nombre', statut: 200 });
  await eventually(5_000, async () => (await written('/par-nombre')) === 1_000);
  await byCount.close();
});

test('two instances that write the same counts in opposite orders do not block each other', async () => {
  const cles = Array.from({ length: 200 }, () => randomUUID());
  const recorders = [1, 2].map(() => new UsageRecorder(pool, { clock, flushMs: never }));
  for (let round = 0; round < 5; round += 1) {
    for (const cleId of cles) recorders[0]!.record({ cleId, route: '/ordre', statut: 200 });
    for (const cleId of [...cles].reverse()) recorders[1]!.record({ cleId, route: '/ordre', statut: 200 });
    await Promise.all(recorders.map((recorder) => recorder.flush()));
  }
  await Promise.all(recorders.map((recorder) => recorder.close()));
  const lines = (await usageReport(db)).filter(({ route }) => route === '/ordre');
  expect(new Set(lines.map(({ requetes }) => requetes))).toEqual(new Set([10]));
  expect(recorders.map(({ lost }) => lost)).toEqual([0, 0]);
});

test('without a database counts wait within a bound, the rest is counted as lost, and nothing fails', async () => {
  let available = false;
  const errors: number[] = [];
  const flaky = {
    query: (query: pg.QueryConfig) => (available ? pool.query(query) : Promise.reject(new Error('connexion perdue'))),
  } as unknown as pg.Pool;
  const recorder = new UsageRecorder(flaky, {
    clock,
    flushMs: never,
    pendingMax: 3,
    onError: (_, lost) => errors.push(lost),
  });
  for (let i = 0; i < 5; i += 1) recorder.record({ cleId: null, route: `/attente-${String(i)}`, statut: 200 });
  await recorder.flush();
  recorder.record({ cleId: null, route: '/attente-0', statut: 200 });
  available = true;
  await recorder.flush();
  const lines = (await usageReport(db)).filter(({ route }) => route.startsWith('/attente'));
  expect(lines.map(({ route, requetes }) => [route, requetes])).toEqual([
    ['/attente-0', 2],
    ['/attente-1', 1],
    ['/attente-2', 1],
  ]);
  expect(recorder.lost).toBe(2);
  expect(errors).toEqual([2]);

  available = false;
  recorder.record({ cleId: null, route: '/fin', statut: 200 });
  await recorder.close();
  expect(recorder.lost).toBe(3);
});
