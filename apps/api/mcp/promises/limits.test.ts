import fc from 'fast-check';
import { drawSeed } from '#access/testing/seed';
import { createKey, startApi, type TestApi } from '../../testing/api.js';
import { startContratsApi } from '../../testing/contrats.js';
import { withHeldLists } from '../../testing/held-lists.js';
import { publishNotices } from '../../testing/notices.js';
import { callTool, send } from '../../testing/tools.js';

/** Limits and quota are those of the key and of the account, whichever interface is asked. */
const NOTICES = 12;

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const three = { '26-1': {}, '26-2': {}, '26-3': {} };

test('requests a minute of a key are counted together', async () => {
  api = await startApi({ rateLimitPerKey: 4 });
  const { key } = await createKey(api.database);
  await api.get('/moi', key);
  const second = await callTool(api.mcpUrl, key, 'mon_compte');
  expect(second.headers.get('x-ratelimit-remaining')).toBe('2');
  expect((await send(api.mcpUrl, key, 'tools/list', {})).headers.get('x-ratelimit-remaining')).toBe('1');
  expect((await api.get('/moi', key)).headers.get('x-ratelimit-remaining')).toBe('0');
  const refused = await callTool(api.mcpUrl, key, 'search_avis');
  expect([refused.status, refused.code]).toEqual([200, 'rate_limited']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(JSON.parse(refused.result!.content[0]!.text)).toMatchObject({ attendre_secondes: wait });
  expect((await send(api.mcpUrl, key, 'tools/list', {})).status).toBe(429);
  expect((await api.get('/moi', key)).code).toBe('rate_limited');
});

test('requests a minute of an address are counted together, before the key is read', async () => {
  api = await startApi({ rateLimitPerIp: 2 });
  await api.get('/sante');
  await send(api.mcpUrl, null, 'tools/list', {});
  const refused = await send(api.mcpUrl, null, 'tools/list', {});
  expect([refused.status, refused.error?.code]).toEqual([429, 'rate_limited']);
});

test('requests in flight are counted together', async () => {
  const served = (api = await startApi({ maxInFlightPerKey: 2, responseMemorySeconds: 0 }));
  const { key } = await createKey(api.database);
  const { database, mcpUrl } = api;
  const get: TestApi['get'] = (...args) => served.get(...args);
  await publishNotices(database.pool, three);
  const answers = await withHeldLists(database.pool, async () => {
    const waiting = [get('/avis?page=1', key), callTool(mcpUrl, key, 'search_avis', { q: 'travaux' })];
    // Both hold a slot once a third is refused.
    for (;;) {
      const third = await callTool(mcpUrl, key, 'mon_compte');
      if (third.code === undefined) continue;
      expect([third.code, third.headers.get('retry-after')]).toEqual(['unavailable', '1']);
      expect((await get('/moi', key)).code).toBe('unavailable');
      return { waiting };
    }
  });
  const [route, tool] = await Promise.all(answers.waiting);
  expect([route!.status, tool!.status]).toEqual([200, 200]);
  expect((await callTool(mcpUrl, key, 'mon_compte')).code).toBeUndefined();
});

test('search_avis shares the minute of memory of the list; what it serves from there is counted', async () => {
  api = await startApi({ responseMemorySeconds: 60 });
  const { key } = await createKey(api.database);
  await publishNotices(api.database.pool, three);
  const first = await api.get('/avis?q=travaux&per_page=10', key);
  await publishNotices(api.database.pool, { '26-4': {} });
  const { result, headers } = await callTool(api.mcpUrl, key, 'search_avis', { q: 'travaux' });
  expect(result!.structuredContent).toEqual(first.body);
  expect(headers.get('x-quota-remaining')).toBe(String(50_000 - 2 * first.body.data.length));
});

test('any mixture of routes and tools: what is served is what is counted, never beyond the limit', async () => {
  const served = await startContratsApi();
  api = served.api;
  const { database, mcpUrl } = api;
  const get: TestApi['get'] = (...args) => served.api.get(...args);
  await publishNotices(database.pool, Object.fromEntries(Array.from({ length: NOTICES }, (_, n) => [`26-${n}`, {}])));
  const requests = fc.array(
    fc.record({
      by: fc.constantFrom('route', 'tool'),
      what: fc.constantFrom('list', 'detail', 'wrong', 'free'),
      key: fc.nat(1),
      per_page: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const property = fc.asyncProperty(requests, fc.integer({ min: 5, max: 60 }), async (asked, limit) => {
    const first = await createKey(database, { limites: { general: limit } });
    const second = await createKey(database, { compteId: first.compteId });
    const keys = [first.key, second.key];
    const counts = await Promise.all(
      asked.map(async ({ by, what, key: n, per_page }) => {
        const key = keys[n]!;
        const { path, tool, given } = ask(what, per_page);
        if (by === 'route') {
          const { body, status } = await get(path, key);
          return countOf(status === 200 ? body : undefined);
        }
        return countOf((await callTool(mcpUrl, key, tool, given)).result!.structuredContent);
      }),
    );
    const servedRecords = counts.reduce((sum, count) => sum + count, 0);
    const { quota } = (await get('/moi', first.key)).body.data;
    expect(servedRecords).toBeLessThanOrEqual(limit);
    expect(quota.general).toEqual({ limite: limit, consomme: servedRecords, restant: limit - servedRecords });
    const tool = await callTool(mcpUrl, second.key, 'mon_compte');
    expect(tool.result!.structuredContent.data.quota.general).toEqual(quota.general);
  });
  await fc.assert(property, { seed: drawSeed('quota of routes and tools'), numRuns: 25 });
  api = undefined;
  await served.close();
}, 120_000);

function ask(what: string, per_page: number): { path: string; tool: string; given: object } {
  const id = '00000000-0000-4000-8000-000000000000';
  switch (what) {
    case 'list':
      return { path: `/avis?page=1&per_page=${per_page}`, tool: 'search_avis', given: { page: 1, per_page } };
    case 'detail':
      return { path: `/avis/${id}`, tool: 'get_avis', given: { id } };
    case 'wrong':
      return { path: '/avis?per_page=0', tool: 'search_avis', given: { per_page: 0 } };
    default:
      return { path: '/sources', tool: 'list_sources', given: {} };
  }
}

/** Records of a page of notices; what consumes no quota counts none. */
function countOf(body: { data?: unknown; meta?: { per_page?: number } } | undefined): number {
  return Array.isArray(body?.data) && body.meta?.per_page !== undefined ? body.data.length : 0;
}
