import { QUOTA_EXCEEDED_MESSAGE } from '#contract/errors';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';

/** What a page costs, and that it is never remembered: the memory of this instance lasts a minute. */
const NOTICES = 30;

let api: TestApi;
let ids: string[];
beforeAll(async () => {
  api = await startApi({ responseMemorySeconds: 60 });
  ids = await publishNotices(
    api.database.pool,
    Object.fromEntries(Array.from({ length: NOTICES }, (_, n) => [`26-${n}`, {}])),
  );
});
afterAll(() => api.close());

/** A key of an account whose feed holds every notice. */
async function keyOfFeed(general: number, rows = ids) {
  const { key, compteId } = await createKey(api.database, { limites: { general, decp: 0 } });
  await insertFeed(api.database.pool, compteId, Object.fromEntries(rows.map((id) => [id, {}])));
  return { key, compteId };
}

async function counted(compteId: string): Promise<unknown> {
  const { rows } = await api.database.pool.query(
    'select famille, consomme::int from access.quota where compte_id = $1 and consomme > 0',
    [compteId],
  );
  return rows;
}

test('a page counts the notices that it holds, in the family general', async () => {
  const { key, compteId } = await keyOfFeed(100);
  const remaining = async (query: string) =>
    (await api.get(`/opportunites?${query}`, key)).headers.get('x-quota-remaining');
  expect(await remaining('')).toBe('80');
  expect(await remaining('page=2')).toBe('70');
  expect(await remaining('page=3')).toBe('70');
  expect(await remaining('per_page=1')).toBe('69');
  expect(await remaining('score_min=x')).toBe('69');
  expect(await remaining('score_min=100')).toBe('69');
  expect(await counted(compteId)).toEqual([{ famille: 'general', consomme: 31 }]);
});

test('a page is refused when fewer records are left than it may hold, even if it would hold less', async () => {
  const { key, compteId } = await keyOfFeed(19, ids.slice(0, 3));
  const refused = await api.get('/opportunites', key);
  expect([refused.status, refused.code]).toEqual([429, 'quota_exceeded']);
  expect(refused.body.error.message).toBe(QUOTA_EXCEEDED_MESSAGE);
  expect(refused.headers.get('x-quota-remaining')).toBe('0');
  expect(await counted(compteId)).toEqual([]);
  const smaller = await api.get('/opportunites?per_page=19', key);
  expect([smaller.status, smaller.body.data.length]).toEqual([200, 3]);
  expect(smaller.headers.get('x-quota-remaining')).toBe('16');
});

test('neither the feed nor a detail is remembered: what changes shows in the next answer', async () => {
  const { key, compteId } = await keyOfFeed(1_000, ids.slice(0, 1));
  const seen = async () => {
    const [item] = (await api.get('/opportunites?score_min=0&statut_utilisateur=new,gagne', key)).body.data;
    const { data } = (await api.get(`/avis/${ids[0]}`, key)).body;
    return [item?.score, item?.statut_utilisateur, item?.verdict, data.score];
  };
  expect(await seen()).toEqual([80, 'new', null, 80]);
  await api.database.pool.query(
    `update read.opportunite set score = 12, statut_utilisateur = 'gagne', verdict = '{"valeur":"oui","raison":null}'
     where compte_id = $1`,
    [compteId],
  );
  expect(await seen()).toEqual([12, 'gagne', { valeur: 'oui', raison: null }, 12]);
  await api.database.pool.query('delete from read.opportunite where compte_id = $1', [compteId]);
  expect(await seen()).toEqual([undefined, undefined, undefined, undefined]);
});

test('a detail with its score costs one record, like any other', async () => {
  const { key, compteId } = await keyOfFeed(1_000);
  expect((await api.get(`/avis/${ids[0]}`, key)).body.data.score).toBe(80);
  expect(await counted(compteId)).toEqual([{ famille: 'general', consomme: 1 }]);
});
