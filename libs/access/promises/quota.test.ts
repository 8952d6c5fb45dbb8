import fc from 'fast-check';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { Quota } from '../quota/quota.js';
import { insertCompte } from '../testing/compte.js';
import { drawSeed } from '../testing/seed.js';

/**
 * The contract's Daily quota under any interleaving: several keys of one account are one account, so requests differ by
 * instance, page size, records found, duration, and whether their process dies before giving back.
 */
interface Request {
  instance: 0 | 1;
  perPage: number;
  /** Share of the page that is found. */
  found: number;
  /** Milliseconds between the reserve and the refund. */
  reading: number;
  /** The process dies: before the answer left, or after it. */
  dies: 'never' | 'before' | 'after';
  /** Arrives on the day after. */
  tomorrow: boolean;
}

const requests: fc.Arbitrary<Request[]> = fc.array(
  fc.record({
    instance: fc.constantFrom<0 | 1>(0, 1),
    perPage: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 }), fc.constant(100)),
    found: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    reading: fc.nat(4),
    dies: fc.oneof(
      { weight: 8, arbitrary: fc.constant('never' as const) },
      { weight: 1, arbitrary: fc.constantFrom('before' as const, 'after' as const) },
    ),
    tomorrow: fc.boolean(),
  }),
  { minLength: 1, maxLength: 64 },
);

const DAYS = ['2026-02-28T23:59:59.990Z', '2026-03-01T00:00:00.010Z'];

let database: TestDatabase;
let pools: pg.Pool[];
/** Of each instance, one a day: what comes together is counted together. */
let quotas: Quota[][];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = [1, 2].map(() => new pg.Pool({ connectionString: database.apiUrl, max: 8 }));
  quotas = pools.map((pool) => DAYS.map((instant) => new Quota(pool, { now: () => new Date(instant) })));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.close();
});

test('served never exceeds the limit, and what is counted but not served was in flight at a crash', async () => {
  const numRuns = 40;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(requests, fc.integer({ min: 0, max: 1_500 }), async (all, limite) => {
      const compteId = await insertCompte(database.pool, { general: limite });
      const served = [0, 0];
      const inFlightAtCrash = [0, 0];
      const lowest: number[] = [];

      await Promise.all(
        all.map(async ({ instance, perPage, found, reading, dies, tomorrow }) => {
          const day = tomorrow ? 1 : 0;
          // A request reads the clock once it arrives; its refund may come after midnight.
          const reservation = await quotas[instance]![day]!.reserve(compteId, 'general', perPage);
          lowest.push(reservation.restant);
          if (!reservation.accorde) {
            refusals += 1;
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, reading));
          const servis = dies === 'before' ? 0 : Math.floor(found * perPage);
          served[day]! += servis;
          if (dies !== 'never') {
            inFlightAtCrash[day]! += perPage;
            return;
          }
          lowest.push((await quotas[instance]![1]!.refund(reservation, servis)).restant);
        }),
      );

      for (const [day, instant] of DAYS.entries()) {
        const state = await new Quota(pools[0]!, { now: () => new Date(instant) }).read(compteId);
        const { consomme, restant } = state.general;
        expect(served[day]).toBeLessThanOrEqual(limite);
        expect(consomme).toBeGreaterThanOrEqual(served[day]!);
        expect(consomme - served[day]!).toBeLessThanOrEqual(inFlightAtCrash[day]!);
        expect(consomme).toBeLessThanOrEqual(limite);
        expect(restant).toBe(limite - consomme);
      }
      expect(Math.min(...lowest)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns, seed: drawSeed('quota') },
  );
  expect(refusals).toBeGreaterThan(0);
}, 120_000);

test('64 requests at once for the last 10 records: 10 are served', async () => {
  const compteId = await insertCompte(database.pool, { general: 10 });
  const outcomes = await Promise.all(
    Array.from({ length: 64 }, (_, i) => quotas[i % 2]![0]!.reserve(compteId, 'general', 1)),
  );
  expect(outcomes.filter(({ accorde }) => accorde)).toHaveLength(10);
});

test('reserves counted together are granted as if each had come alone, in their order', async () => {
  const group = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 4 }), fc.nat(300), async (groups, limite) => {
      const compteId = await insertCompte(database.pool, { general: limite });
      let left = limite;
      for (const nombres of groups) {
        const { rows } = await pools[0]!.query<{ accorde: boolean; restant: number }>(
          `select accorde, restant from access.reserve_quotas($1, 'general', $2)`,
          [compteId, nombres],
        );
        const expected = nombres.map((nombre) => {
          if (nombre > left) return { accorde: false, restant: 0 };
          left -= nombre;
          return { accorde: true, restant: left };
        });
        expect(rows).toEqual(expected);
      }
    }),
    { numRuns: 60, seed: drawSeed('grouped reserves') },
  );
});
