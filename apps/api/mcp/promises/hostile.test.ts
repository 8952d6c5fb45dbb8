import fc from 'fast-check';
import { drawSeed } from '#access/testing/seed';
import { ERROR_STATUS } from '#contract/errors';
import { createKey, startApi, type TestApi } from '../../testing/api.js';
import { publishNotices } from '../../testing/notices.js';
import { toolRoutes } from '../../testing/tool-routes.js';
import { callTool, send } from '../../testing/tools.js';

/** Whatever a model or a hostile client sends, the server answers by the protocol and by the contract's codes. */
const RUNS = 80;

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await createKey(api.database, { limites: { general: 100_000_000, decp: 100_000_000 } }));
  await publishNotices(api.database.pool, { '26-1': {} });
});
afterAll(() => api.close());

const anything = () =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '\0',
      '\ud800',
      ' ',
      'a'.repeat(20_000),
      "' or 1=1 --",
      'a & | !',
      '%00',
      '9'.repeat(400),
      -1,
      1e300,
      0.1,
      Number.MAX_SAFE_INTEGER,
      [],
      ['a', 1],
      [['a']],
      { $gt: 1 },
      '__proto__',
      '\u202eabc',
    ),
  );

test.each(toolRoutes())(
  'arguments of $tool',
  async ({ tool, route }) => {
    const names = [...route.parameters.map(({ name }) => name), 'inconnu', '__proto__', 'constructor', ''];
    const objects = fc.dictionary(fc.constantFrom(...names), anything(), { maxKeys: 4, noNullPrototype: true });
    const given = fc.oneof({ weight: 6, arbitrary: objects }, { weight: 1, arbitrary: anything() });
    const property = fc.asyncProperty(given, async (sent) => {
      const { status, result, error, code } = await callTool(api.mcpUrl, key, tool, sent);
      // Arguments that are no object at all are refused by the protocol itself.
      if (error !== undefined) {
        expect([status < 500, typeof error.code]).toEqual([true, 'number']);
        expect(error.code).not.toBe(-32603);
        return;
      }
      expect(status).toBe(200);
      if (code === undefined) return;
      expect(ERROR_STATUS[code as keyof typeof ERROR_STATUS]).toBeLessThan(500);
      expect(result!.content[0]!.text).not.toMatch(/node_modules|\.[jt]s:\d|syntax error|select |tsquery|read\.\w/);
    });
    await fc.assert(property, { seed: drawSeed(`hostile arguments of ${tool}`), numRuns: RUNS });
  },
  60_000,
);

test('messages that are none of the protocol', async () => {
  const property = fc.asyncProperty(fc.oneof(fc.json(), fc.string({ maxLength: 200 })), async (body) => {
    const answer = await fetch(api.mcpUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'X-API-Key': key },
      body,
    });
    await answer.text();
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });
  await fc.assert(property, { seed: drawSeed('hostile messages'), numRuns: 2 * RUNS });
}, 60_000);

test('methods and parameters that are none', async () => {
  const method = fc.oneof(
    fc.string(),
    fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'resources/list'),
  );
  const property = fc.asyncProperty(method, fc.jsonValue({ maxDepth: 2 }), async (name, params) => {
    expect((await send(api.mcpUrl, key, name, params)).status).toBeLessThan(500);
  });
  await fc.assert(property, { seed: drawSeed('hostile methods'), numRuns: 2 * RUNS });
}, 60_000);

test.each([
  ['a body that is too large', { body: JSON.stringify({ a: 'x'.repeat(100_000) }) }, 400],
  ['another type of body', { headers: { 'Content-Type': 'text/plain' }, body: '{}' }, 415],
  ['several messages at once', { body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' }, 400],
  ['a subscription', { body: '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}' }, 400],
  ['a page of another site', { headers: { Origin: 'https://ailleurs.example' }, body: '{}' }, 403],
  ['GET', { method: 'GET' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
])('%s is refused', async (_what, init, status) => {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'X-API-Key': key,
  };
  const more = 'headers' in init ? init.headers : {};
  const answer = await fetch(api.mcpUrl, { method: 'POST', ...init, headers: { ...headers, ...more } });
  await answer.text();
  expect(answer.status).toBe(status);
});

test('the name of another machine that points here is refused', async () => {
  const strict = await startApi({ mcpHosts: ['outils.example'] }, api.database);
  try {
    const { status, error } = await send(strict.mcpUrl, key, 'tools/list', {});
    expect([status, error?.code]).toEqual([403, 'forbidden']);
  } finally {
    await strict.close();
  }
});
