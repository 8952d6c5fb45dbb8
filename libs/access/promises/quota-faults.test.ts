import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '#platform/database/pool';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { Quota } from '../quota/quota.js';
import { insertCompte } from '../testing/compte.js';
import { eventually } from '../testing/eventually.js';
import { IN_FLIGHT, PER_PAGE, startQuotaProcess } from '../testing/quota-process.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function consumed(compteId: string): Promise<number> {
  const { rows } = await database.pool.query<{ sum: number }>(
    'select coalesce(sum(consomme), 0)::int as sum from access.quota where compte_id = $1',
    [compteId],
  );
  return rows[0]!.sum;
}

const sessions = async (name: string) =>
  (await database.pool.query('select from pg_stat_activity where application_name = $1', [name])).rowCount;

test('of two processes one is killed: served never exceeds the limit, only what was in flight stays counted', async () => {
  const limite = 20_000;
  const compteId = await insertCompte(database.pool, { general: limite });
  const [survivor, victim] = [1, 2].map(() => startQuotaProcess(database.apiUrl, compteId)) as [
    ReturnType<typeof startQuotaProcess>,
    ReturnType<typeof startQuotaProcess>,
  ];
  try {
    await eventually(20_000, () => survivor.served() > 500 && victim.served() > 500);
    await victim.kill();
    const atKill = survivor.served();
    await eventually(10_000, () => survivor.served() > atKill + 500);
  } finally {
    await Promise.all([survivor.kill(), victim.kill()]);
  }
  await eventually(10_000, async () => (await sessions('quota-process')) === 0);
  const served = survivor.served() + victim.served();
  const counted = await consumed(compteId);
  expect(served).toBeLessThanOrEqual(limite);
  expect(counted).toBeGreaterThanOrEqual(served);
  expect(counted - served).toBeLessThanOrEqual(2 * IN_FLIGHT * PER_PAGE);
}, 60_000);

test('connections severed at any moment: what failed stays counted at most, nothing is served beyond the limit', async () => {
  const limite = 3_000;
  const compteId = await insertCompte(database.pool, { general: limite });
  const pool = createPool({ url: database.apiUrl, max: 8, applicationName: 'severed', onError: () => undefined });
  const quota = new Quota(pool);
  let [served, unknown, failures] = [0, 0, 0];
  const end = performance.now() + 3_000;
  const client = async () => {
    while (performance.now() < end) {
      const reservation = await quota.reserve(compteId, 'general', PER_PAGE).catch(() => null);
      if (reservation === null) {
        failures += 1;
        unknown += PER_PAGE;
        continue;
      }
      if (!reservation.accorde) {
        await sleep(5);
        continue;
      }
      served += 7;
      await quota.refund(reservation, 7).catch(() => {
        failures += 1;
        unknown += PER_PAGE - 7;
      });
    }
  };
  const severing = async () => {
    while (performance.now() < end) {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'severed' and random() < 0.3`,
      );
      await sleep(40);
    }
  };
  await Promise.all([severing(), ...Array.from({ length: 8 }, client)]);
  await pool.end();
  const counted = await consumed(compteId);
  expect(failures).toBeGreaterThan(0);
  expect(served).toBeLessThanOrEqual(limite);
  expect(counted).toBeGreaterThanOrEqual(served);
  expect(counted).toBeLessThanOrEqual(limite);
  expect(counted - served).toBeLessThanOrEqual(unknown);
}, 30_000);
