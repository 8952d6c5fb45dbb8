import { request } from 'node:http';
import { connect } from 'node:net';
import { Slots } from '#access/limits/slots';
import { eventually } from '#access/testing/eventually';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { withHeldLists } from '../testing/held-lists.js';
import { publishNotices } from '../testing/notices.js';

/** The contract's Concurrency, with its own figures: 4 requests in flight a key, 8 an instance. */
let database: TestDatabase;
let api: TestApi;
let keys: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ maxInFlightPerKey: 4, maxInFlight: 8, apiPoolSize: 10 }, database);
  await publishNotices(database.pool, Object.fromEntries([1, 2, 3].map((n) => [`26-${n}`, {}])));
  keys = await Promise.all([1, 2, 3].map(async () => (await createKey(database)).key));
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const inFlight = () => api.app.get(Slots).inFlight;

/** Every slot free, for half a second: a busy machine may still accept connections that were cut long ago. */
async function quiet(): Promise<void> {
  let since = performance.now();
  await eventually(30_000, () => {
    if (inFlight() > 0) since = performance.now();
    return performance.now() - since > 500;
  });
}

/** Answers to slow requests sent together; `meanwhile` runs once all of them hold a slot. */
async function together(asked: string[], meanwhile?: () => Promise<void>) {
  const answers = await withHeldLists(database.pool, async () => {
    const sent = asked.map((key) => api.get('/avis?per_page=1', key));
    await eventually(10_000, () => inFlight() === asked.length);
    await meanwhile?.();
    return sent;
  });
  return Promise.all(answers);
}

test('9 slow requests at once: 8 are answered, one is refused for a second, and reserves nothing', async () => {
  const [a, b, c] = keys as [string, string, string];
  const answers = await together([a, b, a, b, a, b, a, b], async () => {
    // The ninth is sent once the eight hold their slots: which of nine connections is read first is nobody's promise.
    const refused = await api.get('/avis?per_page=1', c);
    expect(refused.status).toBe(503);
    expect([refused.code, refused.headers.get('retry-after')]).toEqual(['unavailable', '1']);
    expect(refused.headers.get('x-quota-remaining')).toBe('50000');
    expect((await api.get('/sante')).status).toBe(200);
    expect((await api.get('/openapi.json')).status).toBe(200);
  });
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await api.get('/moi', c)).body.data.quota.general.consomme).toBe(0);
  expect((await api.get('/moi', a)).body.data.quota.general.consomme).toBe(4);
});

test('5 slow requests of one key at once: one is refused', async () => {
  const answers = await withHeldLists(database.pool, async () => {
    const sent = Array.from({ length: 5 }, () => api.get('/avis?per_page=1', keys[0]));
    await eventually(10_000, () => inFlight() === 4);
    expect(await Promise.race(sent).then(({ status }) => status)).toBe(503);
    return sent;
  });
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503]);
});

test('1,000 connections cut at any moment leave every slot free, and nothing counted but what was read', async () => {
  const waves = 125;
  const outcomes = { answered: 0, cut: 0 };
  for (let wave = 0; wave < waves; wave += 1) {
    // One wave in five waits for a query when it is cut.
    const asks = () =>
      Promise.all(Array.from({ length: 8 }, (_, n) => askAndCut(keys[n % 2]!, (wave * 8 + n) % 40, outcomes)));
    await (wave % 5 === 0 ? withHeldLists(database.pool, asks) : asks());
  }
  expect(outcomes.answered + outcomes.cut).toBe(1_000);
  expect(outcomes.cut).toBeGreaterThan(200);
  await quiet();
  const answers = await together([0, 1, 0, 1, 0, 1, 0, 1].map((n) => keys[n]!));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
}, 120_000);

test('several requests sent on one connection that is then cut leave every slot free', async () => {
  const { hostname, port, pathname } = new URL(api.baseUrl);
  const ask = `GET ${pathname}/avis?per_page=1 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys[0]!}\r\n\r\n`;
  await withHeldLists(database.pool, async () => {
    const socket = connect(Number(port), hostname, () => socket.write(ask.repeat(4)));
    await eventually(10_000, () => inFlight() === 4);
    socket.destroy();
  });
  await eventually(10_000, () => inFlight() === 0);
});

/** Sends a request on a connection of its own and cuts it after that many milliseconds, answered or not. */
function askAndCut(key: string, afterMs: number, outcomes: { answered: number; cut: number }): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(`${api.baseUrl}/avis?per_page=1`, { agent: false, headers: { 'X-API-Key': key } });
    let answered = false;
    sent.on('response', (answer) => {
      answered = true;
      answer.resume();
      answer.once('end', () => sent.destroy());
    });
    sent.on('error', () => undefined);
    sent.once('close', () => {
      outcomes[answered ? 'answered' : 'cut'] += 1;
      resolve();
    });
    sent.end();
    setTimeout(() => sent.destroy(), afterMs);
  });
}
