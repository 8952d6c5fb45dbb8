import { eventually } from '#access/testing/eventually';
import type { AttributionServie } from '#contract/contrats';
import { PERIMETRES } from '#contract/vocabulary';
import { createKey, startApi, type TestAnswer, type TestApi } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { publishNotices } from '../testing/notices.js';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await createKey(api.database, { limites: { decp: 1_000_000 } }));
});
beforeEach(async () => {
  await api.database.pool.query('truncate read.attribution');
});
afterAll(() => api.close());

const titles = ({ body }: TestAnswer): (string | null)[] => body.data.map((item: AttributionServie) => item.titre);
const elsewhere = { nom: 'Ville de Rennes', siret: '21350238800019', departement: '35' };

/** Every item of a walk; checks the meta of each page. */
async function walk(query: string, limites: number[], cle = key): Promise<AttributionServie[]> {
  const items: AttributionServie[] = [];
  let curseur: string | null = null;
  for (let page = 0; ; page += 1) {
    const limite = limites[page % limites.length]!;
    const after: string = curseur === null ? '' : `&curseur=${curseur}`;
    const { status, body } = await api.get(`/attributions?limite=${limite}${query}${after}`, cle);
    expect(status).toBe(200);
    expect(Object.keys(body.meta)).toEqual(['limite', 'curseur_suivant', 'total']);
    expect(body.meta.limite).toBe(limite);
    if (page > 0) expect(body.meta.total).toBeNull();
    expect(body.data.length).toBeLessThanOrEqual(limite);
    items.push(...body.data);
    curseur = body.meta.curseur_suivant;
    if (curseur === null) return items;
  }
}

test('award notices are served with the fields of the contract, newest first', async () => {
  const [old, recent] = await publishAttributions(api.database.pool, {
    '26-1': { date_publication: '2026-09-30' },
    '26-2': { date_publication: '2026-10-02', titre: 'Mobilier', budget: 1234.5 },
  });
  const answer = await api.get('/attributions', key);
  expect(answer.status).toBe(200);
  expect(answer.body.meta).toEqual({ limite: 50, curseur_suivant: null, total: 2 });
  expect(answer.body.data.map(({ id }: AttributionServie) => id)).toEqual([recent, old]);
  expect(answer.body.data[0]).toEqual({
    id: recent,
    source: 'boamp',
    titre: 'Mobilier',
    budget: 1234.5,
    date_publication: '2026-10-02',
    cpv: '45261000',
    acheteur: { nom: 'Commune de Saint-Étienne', siret: '21420218300017', departement: '42' },
    lien_source: 'https://www.boamp.fr/avis/detail/26-2',
    licence: 'Licence Ouverte 2.0',
    mention: 'BOAMP – DILA, Licence Ouverte 2.0, données mises à jour le 02/10/2026',
  });
});

test('nothing to serve is an empty page', async () => {
  const { body } = await api.get('/attributions', key);
  expect(body).toEqual({ data: [], meta: { limite: 50, curseur_suivant: null, total: 0 } });
});

describe('walks', () => {
  /** Many of one day, some without a day. */
  const DAYS = ['2026-10-02', '2026-10-01', '2026-10-01', '2026-10-01', '2026-10-01', null, null, null, '1998-01-01'];

  test('each once, in order, ties of a day and unknown days included, whatever the sizes of pages', async () => {
    const many = Object.fromEntries(DAYS.map((date_publication, n) => [`26-${n}`, { date_publication }]));
    const ids = await publishAttributions(api.database.pool, many);
    const days = DAYS.toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1));
    let order: string[] | null = null;
    for (const limites of [[1], [2], [3, 1], [100]]) {
      const items = await walk('', limites);
      expect(items.map((item) => item.date_publication)).toEqual(days);
      const given = items.map((item) => item.id);
      expect(given.toSorted()).toEqual(ids.toSorted());
      expect(given).toEqual(order ?? given);
      order = given;
    }
  });

  test('the total is that of the whole walk, on the first page only', async () => {
    const many = Object.fromEntries(DAYS.map((date_publication, n) => [`26-${n}`, { date_publication }]));
    await publishAttributions(api.database.pool, many);
    const first = await api.get('/attributions?limite=2', key);
    expect(first.body.meta.total).toBe(DAYS.length);
    expect((await api.get('/attributions?limite=2&date_max=2026-12-31', key)).body.meta.total).toBe(6);
  });

  test('what is published meanwhile neither repeats nor hides what the walk has left', async () => {
    await publishAttributions(api.database.pool, { '26-1': {}, '26-2': {}, '26-3': {} });
    const first = await api.get('/attributions?limite=2', key);
    const [late] = await publishAttributions(api.database.pool, { '26-9': { date_publication: '2026-11-01' } });
    const rest = await api.get(`/attributions?limite=2&curseur=${first.body.meta.curseur_suivant}`, key);
    const ids = [...first.body.data, ...rest.body.data].map(({ id }: AttributionServie) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(late);
  });
});

describe('filters', () => {
  beforeEach(() =>
    publishAttributions(api.database.pool, {
      '26-1': { titre: 'A', date_publication: '2026-10-03' },
      '26-2': { titre: 'B', date_publication: '2026-10-02', acheteur: elsewhere, cpv: '45210000' },
      '26-3': { titre: 'C', date_publication: '2026-10-01', cpv: '33600000', acheteur: { ...elsewhere, siret: null } },
      '26-4': { titre: 'D', date_publication: null, cpv: null },
    }),
  );

  test.each([
    ['acheteur_siret=21350238800019', 'B'],
    ['acheteur_siret=00000000000000', ''],
    ['departement=35', 'BC'],
    ['departement=42', 'AD'],
    ['cpv=45', 'AB'],
    ['cpv=452', 'AB'],
    ['cpv=4521', 'B'],
    ['cpv=45210000', 'B'],
    ['cpv=45210001', ''],
    ['date_min=2026-10-02', 'AB'],
    ['date_max=2026-10-02', 'BC'],
    ['date_min=2026-10-02&date_max=2026-10-02', 'B'],
    ['date_min=0001-01-01&date_max=9999-12-31', 'ABC'],
    ['departement=35&cpv=33&date_max=2026-10-01', 'C'],
  ])('%s', async (query, expected) => {
    const answer = await api.get(`/attributions?${query}`, key);
    expect(answer.status).toBe(200);
    expect(titles(answer).join('')).toBe(expected);
    expect(answer.body.meta.total).toBe(expected.length);
    expect((await walk(`&${query}`, [1])).map((item) => item.titre).join('')).toBe(expected);
  });
});

test.each([
  'acheteur_siret=',
  'acheteur_siret=2135023880001',
  'acheteur_siret=213502388000199',
  'acheteur_siret=2135023880001A',
  'acheteur_siret=٢١٣٥٠٢٣٨٨٠٠٠١٩',
  'acheteur_siret=21350238800019&acheteur_siret=21350238800019',
  'departement=',
  'departement=20',
  'departement=2a',
  'departement=35,22',
  'cpv=4',
  'cpv=452100001',
  'cpv=45-',
  'cpv=',
  'date_min=2026-02-30',
  'date_max=hier',
  'date_min=2026-10-02&date_max=2026-10-01',
  'limite=0',
  'limite=101',
  'limite=-1',
  'limite=1.5',
  'limite=',
  'per_page=5',
  'page=1',
  'q=toiture',
  'source=boamp',
  'titulaire_siret=21350238800019',
  'curseur=',
])('400 invalid_parameter: %s', async (query) => {
  expect(await api.get(`/attributions?${encodeURI(query)}`, key)).toMatchObject({
    status: 400,
    code: 'invalid_parameter',
  });
});

test('a cursor of other filters, of another list, damaged or made up is no cursor', async () => {
  await publishAttributions(api.database.pool, { '26-1': {}, '26-2': {} });
  await publishNotices(api.database.pool, { '26-1': {}, '26-2': {} });
  const cursor = (await api.get('/attributions?limite=1&departement=42', key)).body.meta.curseur_suivant as string;
  const ofNotices = (await api.get('/avis?per_page=1&departement=42', key)).body.meta.curseur_suivant as string;
  const good = await api.get(`/attributions?departement=42&curseur=${cursor}`, key);
  expect(good.status).toBe(200);
  for (const query of [
    `curseur=${cursor}`,
    `departement=35&curseur=${cursor}`,
    `departement=42&cpv=45&curseur=${cursor}`,
    `departement=42&curseur=${cursor.slice(0, -2)}`,
    `departement=42&curseur=A${cursor}`,
    `departement=42&curseur=${ofNotices}`,
    'curseur=x',
  ]) {
    expect(await api.get(`/attributions?${query}`, key)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  }
});

test('it needs the scope decp:read, and counts in the family decp what it served', async () => {
  await publishAttributions(api.database.pool, { '26-1': {}, '26-2': {} });
  const { key: without } = await createKey(api.database, {
    perimetres: PERIMETRES.filter((perimetre) => perimetre !== 'decp:read'),
  });
  expect(await api.get('/attributions', without)).toMatchObject({ status: 403, code: 'forbidden' });
  const { key: only, compteId } = await createKey(api.database, {
    perimetres: ['decp:read'],
    limites: { decp: 60, general: 0 },
  });
  const answer = await api.get('/attributions', only);
  expect([answer.status, answer.headers.get('x-quota-limit')]).toEqual([200, '60']);
  const counted = async () =>
    (
      await api.database.pool.query<{ famille: string; consomme: number }>(
        'select famille, consomme from access.quota where compte_id = $1 and consomme > 0',
        [compteId],
      )
    ).rows.map(({ famille, consomme }) => `${famille} ${String(consomme)}`);
  await eventually(10_000, async () => (await counted()).join() === 'decp 2');
  expect(await api.get('/attributions?limite=59', only)).toMatchObject({ status: 429, code: 'quota_exceeded' });
  expect((await api.get('/attributions?limite=58', only)).status).toBe(200);
});

test('the operator can cut the resource alone', async () => {
  await api.database.pool.query(`insert into access.coupure (cible) values ('attributions')`);
  await eventually(20_000, async () => (await api.get('/attributions', key)).status === 503);
  const answer = await api.get('/attributions', key);
  expect([answer.code, answer.headers.get('retry-after')]).toEqual(['unavailable', '30']);
  expect((await api.get('/avis', key)).status).toBe(200);
  await api.database.pool.query('delete from access.coupure');
  await eventually(20_000, async () => (await api.get('/attributions', key)).status === 200);
});

describe('sources', () => {
  beforeEach(() =>
    publishAttributions(api.database.pool, { '26-1': {}, '47-1': { source: 'ted' }, 'p-1': { source: 'place' } }),
  );
  const sourcesOf = (answer: TestAnswer) =>
    answer.body.data.map((item: AttributionServie) => item.source).toSorted() as string[];

  test('a key of redistribution sees those whose licence allows it', async () => {
    const { key: open } = await createKey(api.database, { usage: 'rediffusion' });
    const answer = await api.get('/attributions', open);
    expect(sourcesOf(answer)).toEqual(['boamp', 'ted']);
    expect(answer.body.meta.total).toBe(2);
    expect(sourcesOf(await api.get('/attributions', key))).toEqual(['boamp', 'place', 'ted']);
  });

  test('one that is cut is served no more, and again once it is restored', async () => {
    const state = (coupee: boolean) =>
      api.database.pool.query(
        `insert into read.source (code, coupee) values ('ted', $1) on conflict (code) do update set coupee = $1`,
        [coupee],
      );
    const shows = (expected: string) => async () => sourcesOf(await api.get('/attributions', key)).join() === expected;
    await state(true);
    await eventually(20_000, shows('boamp,place'));
    expect((await api.get('/attributions', key)).body.meta.total).toBe(2);
    await state(false);
    await eventually(20_000, shows('boamp,place,ted'));
  });
});

test('an answer is remembered for 60 seconds, one for each filter, page, place and set of sources', async () => {
  const remembering = await startApi({ responseMemorySeconds: 60 }, api.database);
  try {
    await publishAttributions(api.database.pool, { '26-1': {}, '26-2': {}, 'p-1': { source: 'place' } });
    const { key: open } = await createKey(api.database, { usage: 'rediffusion' });
    const first = await remembering.get('/attributions?limite=1', key);
    const next = `/attributions?limite=1&curseur=${first.body.meta.curseur_suivant}`;
    const second = await remembering.get(next, key);
    await api.database.pool.query('truncate read.attribution');
    expect((await remembering.get('/attributions?limite=1', key)).body).toEqual(first.body);
    expect((await remembering.get(next, key)).body).toEqual(second.body);
    expect(second.body.data[0].id).not.toBe(first.body.data[0].id);
    for (const [path, cle] of [
      ['/attributions?limite=2', key],
      ['/attributions?limite=1&departement=42', key],
      ['/attributions?limite=1', open],
    ] as const) {
      expect((await remembering.get(path, cle)).body.data).toEqual([]);
    }
  } finally {
    await remembering.close();
  }
});

test('a list held up beyond its delay answers 503 and counts nothing', async () => {
  const impatient = await startApi({ listTimeoutMs: 200, logLevel: 'silent' }, api.database);
  const { key: own, compteId } = await createKey(api.database);
  const holder = await api.database.pool.connect();
  try {
    await holder.query('begin; lock table read.attribution in access exclusive mode');
    const answer = await impatient.get('/attributions', own);
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
  } finally {
    await holder.query('rollback');
    holder.release();
    await impatient.close();
  }
  const { rows } = await api.database.pool.query(
    'select coalesce(sum(consomme), 0)::int as n from access.quota where compte_id = $1',
    [compteId],
  );
  expect(rows).toEqual([{ n: 0 }]);
});
