import fc from 'fast-check';
import { setTimeout as after } from 'node:timers/promises';
import { eventually } from '#access/testing/eventually';
import { drawSeed } from '#access/testing/seed';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { startApiProcess, type ApiProcess } from '../testing/api-process.js';
import { createKey } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

/**
 * The contract's Daily quota through the whole API: two processes, several keys of one account, any page sizes, one
 * process killed at any moment. Served never exceeds the limit; what is counted and was not served was in flight at the
 * kill; nothing is ever negative.
 */
const NOTICES = 40;
const TODAY = '2026-11-20T12:00:00.000Z';

let database: TestDatabase;
let instances: ApiProcess[];
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('update read.state set loading = false');
  await publishNotices(
    database.pool,
    Object.fromEntries(
      Array.from({ length: NOTICES }, (_, n) => [`26-${n}`, { cpv: n < 7 ? '45000000' : '71000000' }]),
    ),
  );
  env = {
    API_DATABASE_URL: database.apiUrl,
    SYNC_MARGIN_SECONDS: '0',
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_IP: '1000000',
    MAX_IN_FLIGHT_PER_KEY: '1000',
    MAX_IN_FLIGHT: '1000',
    RESPONSE_MEMORY_SECONDS: '0',
  };
  instances = [await startApiProcess(env, TODAY), await startApiProcess(env, TODAY)];
}, 60_000);
afterAll(async () => {
  for (const instance of instances) await instance.end('SIGTERM');
  await database.close();
});

interface Ask {
  instance: 0 | 1;
  /** Which of the account's keys. */
  key: number;
  perPage: number;
  query: '' | '&cpv=45' | '&page=1' | '&cpv=99' | '&inconnu=1';
  /** Milliseconds before it is sent. */
  delay: number;
}

/** What became of a request; `lost` when its connection died with the process. */
interface Outcome {
  status: number | 'lost';
  served: number;
  reserved: number;
  remaining: number;
  instance: number;
}

async function send({ instance, perPage, query, delay }: Ask, key: string): Promise<Outcome> {
  await after(delay);
  const outcome = { status: 'lost' as const, served: 0, reserved: perPage, remaining: 0, instance };
  try {
    const answer = await fetch(`${instances[instance]!.baseUrl}/avis?per_page=${perPage}${query}`, {
      headers: { 'X-API-Key': key },
    });
    const body = (await answer.json()) as { data?: unknown[] };
    const remaining = Number(answer.headers.get('x-quota-remaining'));
    return { ...outcome, status: answer.status, served: body.data?.length ?? 0, remaining };
  } catch {
    return outcome;
  }
}

/** Records counted in the quota of an account, by UTC day. */
async function counted(compteId: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ jour: string; consomme: number }>(
    'select jour::text, consomme from access.quota where compte_id = $1',
    [compteId],
  );
  return Object.fromEntries(rows.map(({ jour, consomme }) => [jour, consomme]));
}

/** An account with three keys. */
async function account(limit: number): Promise<{ compteId: string; keys: string[] }> {
  const { key, compteId } = await createKey(database, { limites: { general: limit } });
  const others = [await createKey(database, { compteId }), await createKey(database, { compteId })];
  return { compteId, keys: [key, ...others.map((other) => other.key)] };
}

const total = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
const sum = (outcomes: Outcome[], of: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0);

const asks: fc.Arbitrary<Ask[]> = fc.array(
  fc.record({
    instance: fc.constantFrom<0 | 1>(0, 1),
    key: fc.nat(2),
    perPage: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 100 }), fc.constant(100)),
    query: fc.constantFrom<Ask['query']>('', '&cpv=45', '&page=1', '&cpv=99', '&inconnu=1'),
    delay: fc.nat(60),
  }),
  { minLength: 16, maxLength: 64, size: 'max' },
);

test('whatever is asked of both at once, and whichever is killed', async () => {
  const seen: Record<string, number> = {};
  let killed = 0;
  await fc.assert(
    fc.asyncProperty(
      asks,
      fc.integer({ min: 0, max: 900 }),
      fc.option(fc.record({ instance: fc.constantFrom<0 | 1>(0, 1), at: fc.nat(200) }), { freq: 2 }),
      async (all, limit, kill) => {
        const { compteId, keys } = await account(limit);
        const sent = Promise.all(all.map((ask) => send(ask, keys[ask.key]!)));
        if (kill !== null) {
          await after(kill.at);
          await instances[kill.instance]!.end('SIGKILL');
          killed += 1;
        }
        const outcomes = await sent;
        if (kill !== null) {
          instances[kill.instance] = await startApiProcess(env, TODAY);
          // A statement of the dead process that the database had begun ends in its own time.
          await eventually(10_000, async () => (await activeStatements()) === 0);
        }

        for (const { status } of outcomes) seen[status] = (seen[status] ?? 0) + 1;
        const lost = outcomes.filter(({ status }) => status === 'lost');
        expect(lost.filter(({ instance }) => instance !== kill?.instance)).toEqual([]);
        expect(outcomes.map(({ status }) => status).filter((status) => status !== 'lost' && status > 429)).toEqual([]);
        const served = sum(outcomes, (outcome) => outcome.served);
        const count = (await counted(compteId))['2026-11-20'] ?? 0;
        expect(served).toBeLessThanOrEqual(limit);
        expect(count).toBeGreaterThanOrEqual(served);
        expect(count).toBeLessThanOrEqual(limit);
        expect(count - served).toBeLessThanOrEqual(sum(lost, ({ reserved }) => reserved));
        expect(Math.min(...outcomes.map(({ remaining }) => remaining))).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 16, seed: drawSeed('quota over two processes'), endOnFailure: true },
  );
  console.info(`answers by status: ${JSON.stringify(seen)}; processes killed: ${String(killed)}`);
  expect(killed).toBeGreaterThan(0);
}, 240_000);

test('requests that straddle midnight UTC count on the day they came, those after on the next, and both days are right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 6 }),
      async (before, next) => {
        // Either day alone fills it: days confused would refuse.
        const limit = Math.max(total(before), total(next));
        const { compteId, keys } = await account(limit);
        const wave = (sizes: number[]) =>
          sizes.map((perPage, n) =>
            send({ instance: n % 2 === 0 ? 0 : 1, key: n % 3, perPage, query: '', delay: 0 }, keys[n % 3]!),
          );
        await setClocks('2026-02-28T23:59:59.990Z');
        const lock = await database.pool.connect();
        let first: Promise<Outcome>[], second: Promise<Outcome>[];
        try {
          await lock.query('begin; lock table read.avis in access exclusive mode');
          first = wave(before);
          await eventually(10_000, async () => (await counted(compteId))['2026-02-28'] === total(before));
          await setClocks('2026-03-01T00:00:00.010Z');
          second = wave(next);
          await eventually(10_000, async () => (await counted(compteId))['2026-03-01'] === total(next));
        } finally {
          await lock.query('rollback');
          lock.release();
        }
        const outcomes = [await Promise.all(first), await Promise.all(second)];
        const count = await counted(compteId);
        for (const [day, wave] of Object.entries({ '2026-02-28': outcomes[0]!, '2026-03-01': outcomes[1]! })) {
          expect(wave.filter(({ status }) => status !== 200)).toEqual([]);
          expect(count[day]).toBe(sum(wave, ({ served }) => served));
        }
      },
    ),
    { numRuns: 5, seed: drawSeed('quota across midnight') },
  );
  await setClocks(TODAY);
}, 120_000);

/** Statements of the instances that the database works on. */
async function activeStatements(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and application_name = 'api-access'",
  );
  return rows[0]!.n;
}

function setClocks(instant: string): Promise<unknown> {
  return Promise.all(instances.map((instance) => instance.setClock(instant)));
}
