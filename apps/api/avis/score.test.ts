import { PERIMETRES } from '#contract/vocabulary';
import { createKey, startApi, type TestApi, type TestCle } from '../testing/api.js';
import { inDays, publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';

/** `score` and `raisons` on GET /avis/{id}: for the account that owns the key, when its scope and its feed say so. */
const RAISONS = { metier: { points: 40, mots: ['école'] }, distance: { points: 25, km: 0 }, mode: { points: 10 } };
const SCORED = { score: 75, raisons: RAISONS };
const UNSCORED = { score: undefined, raisons: undefined };

let api: TestApi;
let key: string;
let compteId: string;
let ids: Record<'kept' | 'low' | 'passed' | 'held' | 'doublon' | 'other' | 'place', string>;
beforeAll(async () => {
  api = await startApi();
  ({ key, compteId } = await createKey(api.database));
  const [kept, low, passed, held, doublon, other, place] = (await publishNotices(api.database.pool, {
    '26-1': {},
    '26-2': {},
    '26-3': { date_limite: inDays(-2) },
    '26-4': { date_limite: inDays(-2) },
    '26-5': { motif_retrait: 'doublon', canonique_id: '3f2504e0-4f89-51d3-9a0c-0305e82c3301' },
    '26-6': {},
    'p-1': { source: 'place' },
  })) as [string, string, string, string, string, string, string];
  ids = { kept, low, passed, held, doublon, other, place };
  await insertFeed(api.database.pool, compteId, {
    [kept]: SCORED,
    [low]: { ...SCORED, score: 3, verdict_filtre: 'non', statut_utilisateur: 'ignored' },
    [passed]: SCORED,
    [held]: { ...SCORED, statut_utilisateur: 'applied' },
    [doublon]: { ...SCORED, statut_utilisateur: 'saved' },
    [place]: SCORED,
  });
});
afterAll(() => api.close());

async function scoreFor(id: string, cle: TestCle | string = key) {
  const asking = typeof cle === 'string' ? cle : (await createKey(api.database, cle)).key;
  const { status, body } = await api.get(`/avis/${id}`, asking);
  expect(status).toBe(200);
  const { score, raisons } = body.data;
  return { score, raisons };
}

test('present for a notice of the account’s feed, beside all the rest, whatever the filters of the list', async () => {
  const { body } = await api.get(`/avis/${ids.kept}`, key);
  const without = await createKey(api.database, { compteId, perimetres: ['avis:read'] });
  const plain = await api.get(`/avis/${ids.kept}`, without.key);
  expect(body.data).toEqual({ ...plain.body.data, ...SCORED });
  expect(Object.keys(plain.body.data)).not.toContain('score');
  expect(await scoreFor(ids.low)).toEqual({ ...SCORED, score: 3 });
});

test('absent without the scope, with every other one', async () => {
  const perimetres = PERIMETRES.filter((perimetre) => perimetre !== 'opportunites:read');
  expect(await scoreFor(ids.kept, { compteId, perimetres })).toEqual(UNSCORED);
  expect(await scoreFor(ids.kept, { compteId, perimetres: ['avis:read', 'opportunites:read'] })).toEqual(SCORED);
});

test('the scope of opportunities does not open the notice', async () => {
  const { key } = await createKey(api.database, { compteId, perimetres: ['opportunites:read'] });
  expect((await api.get(`/avis/${ids.kept}`, key)).status).toBe(403);
});

test('absent for a notice out of the feed, and for another account', async () => {
  expect(await scoreFor(ids.other)).toEqual(UNSCORED);
  expect(await scoreFor(ids.kept, {})).toEqual(UNSCORED);
});

test('a notice that closed keeps its score only while the user holds on to it', async () => {
  expect(await scoreFor(ids.passed)).toEqual(UNSCORED);
  expect(await scoreFor(ids.held)).toEqual(SCORED);
});

test('the retired form never has them', async () => {
  const { body } = await api.get(`/avis/${ids.doublon}`, key);
  expect(Object.keys(body.data).toSorted()).toEqual(['canonique_id', 'id', 'motif_retrait', 'statut', 'version']);
});

test('a notice that the key may not see stays unknown, in the feed or not', async () => {
  const rediffusion = await createKey(api.database, { compteId, usage: 'rediffusion' });
  expect((await api.get(`/avis/${ids.place}`, rediffusion.key)).status).toBe(404);
  expect(await scoreFor(ids.place)).toEqual(SCORED);
});

test('lists of notices never have them', async () => {
  for (const query of ['page=1', '', 'statut=tous']) {
    expect((await api.get(`/avis?${query}`, key)).text).not.toMatch(/"(score|raisons|verdict|statut_utilisateur)"/);
  }
});
