import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '#platform/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createKey } from '../../api/testing/api.js';
import { publishNotices } from '../../api/testing/notices.js';
import { api } from '../testing/topology/programs.js';
import { type Restartable, restartable } from '../testing/topology/restartable.js';

/** The promise: an API that is told to end loses no request of whoever looks at its readiness. */
const HOST = '127.0.0.1';
const GRACE_SECONDS = 4;
const CONNECTIONS = 8;
const PATHS = ['/avis?per_page=20', '/avis?page=1', '/departements', '/sante'];

let database: TestDatabase;
let key: string;
let running: Restartable;
let origin: string;
let privateOrigin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('update read.state set loading = false');
  await publishNotices(database.pool, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`26-${i + 1}`, {}])));
  ({ key } = await createKey(database, { limites: { general: 100_000_000 } }));
});
afterAll(() => database.close());
afterEach(() => running.end('SIGKILL'));

async function start(graceSeconds: number): Promise<void> {
  const [port, privatePort] = [await freePort(), await freePort()];
  origin = `http://${HOST}:${String(port)}`;
  privateOrigin = `http://${HOST}:${String(privatePort)}`;
  running = restartable(
    api(
      'api',
      { host: HOST, port, privatePort },
      {
        API_DATABASE_URL: database.apiUrl,
        SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
        RATE_LIMIT_PER_KEY: '1000000',
        RATE_LIMIT_PER_IP: '1000000',
        MAX_IN_FLIGHT_PER_KEY: '100',
        MAX_IN_FLIGHT: '100',
        SYNC_MARGIN_SECONDS: '0',
      },
    ),
  );
  await running.start();
}

/** What a proxy does: it stops sending once readiness is red, or cannot be asked any more. */
async function isReady(): Promise<boolean> {
  return fetch(`${privateOrigin}/pret`).then(
    (answer) => answer.ok,
    () => false,
  );
}

test('constant traffic over kept connections: every request is answered, none by a refusal', async () => {
  await start(GRACE_SECONDS);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: 60_000 });
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let closing = 0;
  let open = true;
  let ended = false;
  const traffic = Array.from({ length: CONNECTIONS }, async (_, worker) => {
    for (let n = worker; open; n += 1) {
      try {
        const path = `/api/v1${PATHS[n % PATHS.length]!}`;
        const answer = await pool.request({ method: 'GET', path, headers: { 'x-api-key': key } });
        await answer.body.json();
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
        if (ended && answer.headers['connection'] === 'close') closing += 1;
      } catch (error) {
        failures.push(String(error));
      }
    }
  });
  const before = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
  while (before() < 50) await sleep(20);
  const ending = running.end('SIGTERM');
  // Seen red while it still answers: that is what the grace is for.
  while (await isReady()) await sleep(20);
  ended = true;
  const seen = before();
  while (before() < seen + CONNECTIONS) await sleep(5);
  open = false;
  await Promise.all(traffic);
  await pool.close();
  const { how, ms } = await ending;
  expect(failures).toEqual([]);
  expect(Object.keys(counts)).toEqual(['200']);
  expect(closing).toBeGreaterThan(0);
  expect(how).toBe(0);
  expect(ms).toBeGreaterThan(GRACE_SECONDS * 1_000 - 100);
}, 60_000);

test('without a grace: what is under way ends, kept connections do not hold the process up', async () => {
  await start(0);
  const pool = new Pool(origin, { connections: 2, pipelining: 1, keepAliveTimeout: 60_000 });
  const ask = async (path: string) => {
    const answer = await pool.request({ method: 'GET', path: `/api/v1${path}`, headers: { 'x-api-key': key } });
    return { status: answer.statusCode, body: await answer.body.text() };
  };
  await Promise.all([ask('/departements'), ask('/sante')]);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table read.avis in access exclusive mode');
    const underWay = ask('/avis?per_page=20');
    await waitsForLock();
    const ending = running.end('SIGTERM');
    // The listening socket is closed while the request waits.
    while (
      await fetch(`${origin}/api/v1/sante`).then(
        () => true,
        () => false,
      )
    )
      await sleep(20);
    await client.query('commit');
    expect((await underWay).status).toBe(200);
    expect((await ending).how).toBe(0);
  } finally {
    client.release(true);
    await pool.destroy();
  }
}, 60_000);

async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) > 0) return;
    await sleep(20);
  }
}
