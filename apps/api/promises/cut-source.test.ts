import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { cutSource, restoreSource } from '#avis/write/source-state';
import { createDataSource } from '#platform/database/data-source';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { publishNotices } from '../testing/notices.js';

/** A cut shows within one minute, whatever is remembered, and before the worker has done anything. */
let api: TestApi;
let db: DataSource;
let key: string;
beforeAll(async () => {
  api = await startApi({ responseMemorySeconds: 60 });
  ({ key } = await createKey(api.database));
  db = createDataSource({ url: api.database.url, entities: AVIS_ENTITIES, poolSize: 1, applicationName: 'test' });
  await db.initialize();
  await publishNotices(api.database.pool, { '26-1': {}, 't-1': { source: 'ted' } });
  await publishAttributions(api.database.pool, { '26-2': {}, 't-2': { source: 'ted' } });
});
afterAll(async () => {
  await db.destroy();
  await api.close();
});

const LISTS = ['/avis?page=1', '/avis', '/avis?statut=tous', '/attributions'];
const sources = async (path: string): Promise<string[]> =>
  (await api.get(path, key)).body.data.map((item: { source: string }) => item.source).sort();

/** Waits until every list shows these sources. @returns milliseconds. */
async function until(expected: string[]): Promise<number> {
  const started = Date.now();
  for (const path of LISTS) {
    while ((await sources(path)).join() !== expected.join()) {
      if (Date.now() - started > 20_000) throw new Error(`${path} still shows ${String(await sources(path))}`);
      await sleep(50);
    }
  }
  return Date.now() - started;
}

test('lists leave a cut source out at once, remembered ones too, and /sources says so within the minute', async () => {
  await until(['boamp', 'ted']);
  await cutSource(db, 'ted', 'essai');
  expect(await until(['boamp'])).toBeLessThan(10_000);

  // In page mode the source is unknown; in cursor mode it is accepted, and tells what was retired.
  expect(await api.get('/avis?page=1&source=ted', key)).toMatchObject({ status: 400, code: 'invalid_parameter' });
  const walked = await api.get('/avis?source=ted', key);
  expect([walked.status, walked.body.data]).toEqual([200, []]);

  await publishNotices(api.database.pool, { 't-1': { source: 'ted', motif_retrait: 'source_coupee' } });
  const told = await api.get(`/avis?source=ted&updated_since=${new Date(Date.now() - 3_600_000).toISOString()}`, key);
  expect(told.status === 200 ? told.body.data : told.body).toMatchObject([
    { statut: 'retire', motif_retrait: 'source_coupee', canonique_id: null },
  ]);

  await restoreSource(db, 'ted', null);
  await publishNotices(api.database.pool, { 't-1': { source: 'ted' } });
  expect(await until(['boamp', 'ted'])).toBeLessThan(10_000);
});
