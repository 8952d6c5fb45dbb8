import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Slots } from '#access/limits/slots';
import { eventually } from '#access/testing/eventually';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { startApiProcess } from '../testing/api-process.js';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { withHeldLists } from '../testing/held-lists.js';
import { publishNotices } from '../testing/notices.js';

/** What a hostile or careless client can do to the process itself. */
let database: TestDatabase;
let key: string;
let api: TestApi | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ key } = await createKey(database));
  const description = 'Texte assez long pour remplir les tampons. '.repeat(10_000);
  await publishNotices(database.pool, {
    '26-1': {},
    long: { description },
  });
});
afterEach(async () => {
  await api?.close();
  api = undefined;
});
afterAll(() => database.close());

/** A connection to the API, its bytes sent as they are; nothing is read until asked. */
async function open(text: string): Promise<Socket> {
  const { hostname, port } = new URL(api!.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

/** All that comes until the connection ends. */
function whole(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.once('close', () => resolve(text));
  });
}

test('a list made slow is refused within 5.5 s, gives its reserve back, and its connection reads the next', async () => {
  api = await startApi({ listTimeoutMs: 5_000, apiPoolSize: 1 }, database);
  for (const query of ['per_page=100', 'page=1']) {
    const pid = await readerPid();
    await withHeldLists(database.pool, async () => {
      const start = performance.now();
      const answer = await api!.get(`/avis?${query}`, key);
      expect(performance.now() - start).toBeGreaterThan(4_500);
      expect(performance.now() - start).toBeLessThan(5_500);
      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
      expect(answer.headers.get('x-quota-remaining')).toBe(answer.headers.get('x-quota-limit'));
    });
    const next = await api.get(`/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301`, key);
    expect(next.status).toBe(404);
    expect(await readerPid()).toBe(pid);
  }
  expect((await api.get('/moi', key)).body.data.quota.general.consomme).toBe(0);
}, 60_000);

/** The one connection that reads lists. */
async function readerPid(): Promise<number | undefined> {
  await api!.get('/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301', key);
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'api-read'",
  );
  expect(rows).toHaveLength(1);
  return rows[0]!.pid;
}

test('clients that send or read too slowly are cut, and hold no slot', async () => {
  api = await startApi({ clientTimeoutMs: 2_000 }, database);
  const { pathname } = new URL(api.baseUrl);
  const id = (await database.pool.query<{ id: string }>('select id from read.avis order by length(detail) desc'))
    .rows[0]!.id;
  const ask = `GET ${pathname}/avis/${id} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  const start = performance.now();
  const neverEnds = await open('GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n');
  const dripping = setInterval(() => neverEnds.write('X-A: b\r\n'), 300);
  const bodyNeverComes = await open('POST /api/v1/avis HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab');
  const neverReads = await open(ask.repeat(20));
  neverReads.pause();
  const cut = [neverEnds, bodyNeverComes].map(whole);
  const [unfinished] = await Promise.all(cut);
  clearInterval(dripping);
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(unfinished).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_parameter"/);
  await eventually(10_000, () => api!.app.get(Slots).inFlight === 0);
  neverReads.destroy();
  expect((await api.get('/moi', key)).status).toBe(200);
}, 60_000);

test.each([
  ['no Host', 'GET /api/v1/moi HTTP/1.1\r\n', 200],
  ['an unknown expectation', 'GET /api/v1/moi HTTP/1.1\r\nHost: x\r\nExpect: the-moon\r\n', 200],
  ['an upgrade', 'GET /api/v1/moi HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n', 200],
  ['TRACE', 'TRACE /api/v1/moi HTTP/1.1\r\nHost: x\r\n', 404],
  ['PROPFIND', 'PROPFIND /api/v1/moi HTTP/1.1\r\nHost: x\r\n', 404],
  ['an absolute address', 'GET http://x/api/v1/moi HTTP/1.1\r\nHost: x\r\n', 200],
  ['a malformed escape in a path', 'GET /api/v1/moi%zz HTTP/1.1\r\nHost: x\r\n', 404],
  ['bytes that are no UTF-8 in a path', 'GET /api/v1/avis/%FF%FE HTTP/1.1\r\nHost: x\r\n', 400],
  ['a malformed escape in a query', 'GET /api/v1/moi?%zz HTTP/1.1\r\nHost: x\r\n', 400],
])('%s: an answer like any other, identified and counted in the windows', async (_, head, status) => {
  api = await startApi({}, database);
  const answer = await whole(await open(`${head}X-API-Key: ${key}\r\nConnection: close\r\n\r\n`));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
  expect(answer).toMatch(/^x-ratelimit-remaining: \d+\r$/im);
  expect(answer).toMatch(status === 200 ? /"data":/ : /"error":\{"code":"(not_found|invalid_parameter)"/);
});

test('a body is never read: neither a huge one, nor a malformed one, on any method', async () => {
  api = await startApi({}, database);
  const huge = 'x'.repeat(1_000_000);
  for (const method of ['POST', 'GET']) {
    const head = `${method} /api/v1/moi HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    const answer = await whole(await open(`${head}Content-Length: ${huge.length}\r\n\r\n${huge}`));
    expect(answer).toMatch(method === 'GET' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 404 [^]*"code":"not_found"/);
  }
});

test('a reserve that waits too long is refused, and is not counted after all', async () => {
  api = await startApi({ logLevel: 'silent' }, database);
  const { key: other, compteId } = await createKey(database);
  await api.get('/avis?per_page=1', other);
  const before = await consumed(compteId);
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select 1 from access.quota where compte_id = $1 for update', [compteId]);
  try {
    const answer = await api.get('/avis?per_page=50', other);
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await after(1_000);
  expect(await consumed(compteId)).toBe(before);
}, 30_000);

async function consumed(compteId: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select coalesce(sum(consomme), 0)::int as n from access.quota where compte_id = $1',
    [compteId],
  );
  return rows[0]!.n;
}

test('a cut source leaves every list at once, remembered answers included', async () => {
  api = await startApi({ responseMemorySeconds: 60 }, database);
  await publishNotices(database.pool, { 'p-1': { source: 'place' } });
  const state = async () => {
    const [walk, page, sources] = await Promise.all(
      ['/avis', '/avis?page=1', '/sources'].map((path) => api!.get(path, key)),
    );
    const codes = (answer: { body: { data: { source: string }[] } }) => answer.body.data.map(({ source }) => source);
    const etat = sources!.body.data.find(({ code }: { code: string }) => code === 'place').etat as string;
    return { walk: codes(walk!).includes('place'), page: codes(page!).includes('place'), etat };
  };
  expect(await state()).toEqual({ walk: true, page: true, etat: 'active' });
  await database.pool.query("insert into read.source (code, coupee) values ('place', true)");
  const ms = await eventually(10_000, async () => {
    const { walk, page, etat } = await state();
    return !walk && !page && etat === 'coupee';
  });
  expect(ms).toBeLessThan(5_000);
});

test('the log of a real process holds no key, at its most talkative', async () => {
  const instance = await startApiProcess({ API_DATABASE_URL: database.apiUrl, LOG_LEVEL: 'trace' });
  try {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${instance.baseUrl}${path}`, { headers });
    await ask('/moi', { 'X-API-Key': key });
    await ask('/moi', { Authorization: `Bearer ${key}` });
    await ask(`/moi?api_key=${key}`);
    await ask(`/avis/${key}`, { 'X-API-Key': key });
    await ask(`/avis?q=${key}`, { 'X-API-Key': key, Referer: `https://exemple.fr/?cle=${key}`, Cookie: `cle=${key}` });
    await eventually(5_000, () => (instance.printed().match(/request completed/g) ?? []).length >= 5);
  } finally {
    await instance.end('SIGTERM');
  }
  expect(instance.printed()).toContain('"statusCode":401');
  expect(instance.printed()).not.toContain(key.slice(4));
  expect(instance.printed()).not.toMatch(/mpk_[0-9A-Za-z]/);
}, 30_000);

test('no refusal tells of the inside, even when the database breaks in the middle', async () => {
  api = await startApi({ logLevel: 'silent' }, database);
  await database.pool.query('alter table read.avis rename to avis_ailleurs');
  try {
    for (const path of [
      '/avis',
      '/avis?page=1',
      '/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301',
      '/departements',
      '/sources',
    ]) {
      const answer = await api.get(path, key);
      expect([path, answer.status, answer.code]).toEqual([path, 503, 'unavailable']);
      expect(answer.text).not.toMatch(/read\.|relation|select|\.ts|node_modules|at /);
    }
  } finally {
    await database.pool.query('alter table read.avis_ailleurs rename to avis');
  }
});
