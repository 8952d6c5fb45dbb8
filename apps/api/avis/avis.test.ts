import { createKey, startApi, type TestApi } from '../testing/api.js';
import { inDays, publishNotices } from '../testing/notices.js';

let api: TestApi;
let key: string;
let ids: string[];
beforeAll(async () => {
  api = await startApi();
  ({ key } = await createKey(api.database));
  ids = await publishNotices(api.database.pool, {
    '26-1': { titre: 'Rénovation énergétique de l’école', date_limite: inDays(20) },
    '26-2': { titre: 'Fourniture de papier', type_marche: 'Fournitures', cpv: '30197630', date_limite: inDays(10) },
    '26-3': { titre: 'Travaux clos', date_limite: inDays(-2) },
    '26-4': { titre: 'Sans échéance', date_limite: null },
  });
});
afterAll(() => api.close());

const titles = (answer: { body: { data: { titre: string }[] } }) => answer.body.data.map((avis) => avis.titre);

test('a search serves open notices, nearest deadline first, those without a deadline last', async () => {
  const answer = await api.get('/avis?page=1', key);
  expect(answer.status).toBe(200);
  expect(titles(answer)).toEqual(['Fourniture de papier', 'Rénovation énergétique de l’école', 'Sans échéance']);
  expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 3, total_exact: true });
});

test('words are found without their accents and endings', async () => {
  expect(titles(await api.get('/avis?q=renovations+ECOLES', key))).toEqual(['Rénovation énergétique de l’école']);
  expect(titles(await api.get('/avis?q=renovation+papier', key))).toEqual([]);
});

test('a walk serves by version, then tells where to resume', async () => {
  const first = await api.get('/avis?per_page=2', key);
  expect(first.body.meta).toMatchObject({ per_page: 2, total: 3 });
  const second = await api.get(`/avis?per_page=2&curseur=${first.body.meta.curseur_suivant}`, key);
  expect(second.body.meta).toMatchObject({ total: null, curseur_suivant: null });
  expect(second.body.meta.synchronise_jusqu_a).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect([...first.body.data, ...second.body.data].map((avis) => avis.id)).toEqual([ids[0], ids[1], ids[3]]);
});

test('a notice is read in full', async () => {
  const answer = await api.get(`/avis/${ids[0]!.toUpperCase()}`, key);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ id: ids[0], duree_mois: 12, version: expect.any(String) });
  expect(Object.keys(answer.body.data).at(-1)).toBe('version');
});

test('a notice whose deadline has passed is no longer open, even before it is projected again', async () => {
  const open = async () => {
    const [page, walk, departements] = [
      (await api.get('/avis?page=1', key)).body,
      (await api.get('/avis', key)).body,
      (await api.get('/departements', key)).body,
    ];
    const counted = departements.data.reduce(
      (sum: number, item: { avis_ouverts: number }) => sum + item.avis_ouverts,
      0,
    );
    return [page.meta.total, page.data.length, walk.meta.total, walk.data.length, counted];
  };
  expect(await open()).toEqual([3, 3, 3, 3, 3]);
  await api.database.pool.query("update read.avis set closes_at = now() - interval '1 second' where id = $1", [ids[1]]);
  expect(await open()).toEqual([2, 2, 2, 2, 2]);
});
