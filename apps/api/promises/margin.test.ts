import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi({ syncMarginSeconds: 600 });
  ({ key } = await createKey(api.database));
});
afterAll(() => api.close());

test('a notice younger than the margin is searched, counted and read, and not walked', async () => {
  const [id] = await publishNotices(api.database.pool, { '26-1': {} });
  const walked = await api.get('/avis', key);
  expect(walked.body.data).toEqual([]);
  expect(walked.body.meta.total).toBe(1);
  expect((await api.get('/avis?page=1', key)).body.data).toHaveLength(1);
  expect((await api.get(`/avis/${id}`, key)).status).toBe(200);
});

test('synchronise_jusqu_a is the time of the database less the margin, and is accepted back', async () => {
  const { rows } = await api.database.pool.query<{ now: string }>(
    'select extract(epoch from clock_timestamp()) as now',
  );
  const until = (await api.get('/avis', key)).body.meta.synchronise_jusqu_a as string;
  expect(until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(Math.abs(Number(rows[0]!.now) - 600 - Date.parse(until) / 1_000)).toBeLessThan(5);
  const since = await api.get(`/avis?updated_since=${until}`, key);
  expect(since.status).toBe(200);
  expect(since.body.meta.synchronise_jusqu_a >= until).toBe(true);
});
