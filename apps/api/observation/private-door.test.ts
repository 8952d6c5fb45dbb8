import { readMetrics, untilMetric } from '#platform/observation/testing/exposition';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { withHeldLists } from '../testing/held-lists.js';
import { callTool, send } from '../testing/tools.js';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { PrivateDoor } from './private-door.js';

let database: TestDatabase;
let api: TestApi;
let key: string;

const door = () => `http://127.0.0.1:${api.app.get(PrivateDoor).port}`;

/** Requests are counted once they are over, an instant after the client has its answer. */
const eventually = (name: string, value: number) => untilMetric(door(), name, value);

/** Nobody reaches the database any more. @param by a session beside it. */
async function cutOff(lost: TestDatabase, by: TestDatabase): Promise<void> {
  const name = new URL(lost.url).pathname.slice(1);
  lost.pool.on('error', () => undefined);
  await by.pool.query(`alter database ${name} with allow_connections false`);
  await by.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ metricsPort: 0, responseMemorySeconds: 60, rateLimitPerKey: 6 }, database);
  ({ key } = await createKey(database, { limites: { general: 5 } }));
});

afterAll(async () => {
  await api.close();
  await database.close();
});

test('requests are counted by route and class of status, refusals by code, quota by family, answers by where they came from', async () => {
  expect((await api.get('/departements', key)).status).toBe(200);
  expect((await api.get('/departements', key)).status).toBe(200);
  expect((await api.get('/avis?per_page=5', key)).status).toBe(200);
  expect((await api.get('/avis?per_page=6', key)).code).toBe('quota_exceeded');
  expect((await api.get('/avis?inconnu=5', key)).code).toBe('invalid_parameter');
  expect((await api.get('/avis/0198c0de-0000-5000-8000-000000000000')).code).toBe('unauthorized');
  expect((await api.get('/quelque/chose?cle=secret')).code).toBe('not_found');
  expect((await api.get('/moi', key)).status).toBe(200);
  expect((await api.get('/moi', key)).code).toBe('rate_limited');

  const of = (route: string, status: string) =>
    `marches_api_request_duration_seconds_count{route="${route}",status_class="${status}"}`;
  await eventually(of('/departements', '2xx'), 2);
  await eventually(of('/avis', '2xx'), 1);
  await eventually(of('/avis', '4xx'), 2);
  await eventually(of('/avis/{id}', '4xx'), 1);
  await eventually(of('inconnue', '4xx'), 1);
  await eventually('marches_api_refusals_total{code="quota_exceeded"}', 1);
  await eventually('marches_api_refusals_total{code="unauthorized"}', 1);
  await eventually('marches_api_refusals_total{code="rate_limited"}', 1);
  await eventually('marches_api_refusals_total{code="unavailable"}', 0);
  await eventually('marches_api_quota_reserves_total{famille="general",outcome="granted"}', 1);
  await eventually('marches_api_quota_reserves_total{famille="general",outcome="refused"}', 1);
  await eventually('marches_api_quota_records_total{famille="general",movement="reserved"}', 5);
  await eventually('marches_api_quota_records_total{famille="general",movement="returned"}', 5);
  await eventually('marches_api_slots_in_use', 0);
  await eventually('marches_api_database_up', 1);
  expect([...(await readMetrics(door())).keys()].join()).not.toContain('secret');
});

test('a request whose client has left is counted as aborted, and its slot is seen until its work is done', async () => {
  const { key: other } = await createKey(database);
  const gone = new AbortController();
  await withHeldLists(database.pool, async () => {
    const asked = fetch(`${api.baseUrl}/avis?per_page=3`, { headers: { 'X-API-Key': other }, signal: gone.signal });
    asked.catch(() => undefined);
    await eventually('marches_api_slots_in_use', 1);
    gone.abort();
    await eventually('marches_api_request_duration_seconds_count{route="/avis",status_class="aborted"}', 1);
    await eventually('marches_api_slots_in_use', 1);
  });
  await eventually('marches_api_slots_in_use', 0);
});

test('calls of tools are counted by their names, what the tool server refuses by its code', async () => {
  const tools = await startApi({ metricsPort: 0 }, database);
  const { key: own } = await createKey(database);
  const counted = (name: string) => untilMetric(`http://127.0.0.1:${tools.app.get(PrivateDoor).port}`, name, 1);
  expect((await send(tools.mcpUrl, null, 'tools/list', {})).status).toBe(401);
  expect((await callTool(tools.mcpUrl, own, 'search_contrats')).code).toBe('filter_required');
  expect((await callTool(tools.mcpUrl, own, 'mon_compte')).code).toBeUndefined();
  await counted('marches_api_refusals_total{code="unauthorized"}');
  await counted('marches_api_refusals_total{code="filter_required"}');
  await counted('marches_api_request_duration_seconds_count{route="mon_compte",status_class="2xx"}');
  await counted('marches_api_request_duration_seconds_count{route="search_contrats",status_class="4xx"}');
  await tools.close();
});

test('what the door shows is not on the public port', async () => {
  for (const path of ['/metrics', '/pret', '/vivant', '/etat']) {
    expect((await fetch(new URL(path, api.baseUrl))).status).toBe(404);
    expect((await api.get(path)).status).toBe(404);
  }
  expect((await fetch(`${door()}/avis`)).status).toBe(404);
});

test('an API that is ending is alive and not ready, and still answers', async () => {
  const ending = await startApi({ metricsPort: 0 }, database);
  const base = `http://127.0.0.1:${ending.app.get(PrivateDoor).port}`;
  expect((await fetch(`${base}/pret`)).status).toBe(200);
  ending.app.get(ShutdownState).begin();
  const pret = await fetch(`${base}/pret`);
  expect([pret.status, await pret.json()]).toEqual([503, { pret: false, raison: 'ending' }]);
  expect((await fetch(`${base}/vivant`)).status).toBe(200);
  expect((await ending.get('/sante')).status).toBe(200);
  await ending.close();
});

test('without the database the API is alive and not ready, and says why', async () => {
  const lost = await createTestDatabase();
  const alone = await startApi({ metricsPort: 0 }, lost);
  const base = `http://127.0.0.1:${alone.app.get(PrivateDoor).port}`;
  await cutOff(lost, database);
  const until = Date.now() + 20_000;
  let pret = await fetch(`${base}/pret`);
  while (pret.status === 200 && Date.now() < until) pret = await fetch(`${base}/pret`);
  expect([pret.status, await pret.json()]).toEqual([503, { pret: false, raison: 'base does not answer' }]);
  expect((await fetch(`${base}/vivant`)).status).toBe(200);
  const etat = (await (await fetch(`${base}/etat`)).json()) as { dependances: Record<string, { ok: boolean }> };
  expect(Object.entries(etat.dependances).map(([name, { ok }]) => [name, ok])).toEqual([
    ['base', false],
    ['file', true],
    ['limites', true],
  ]);
  expect(await (await fetch(`${base}/metrics`)).text()).toContain('marches_api_database_up 0');
  await alone.close();
  await lost.close();
});
