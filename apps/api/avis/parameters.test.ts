import { createKey, startApi, type TestApi } from '../testing/api.js';
import { inDays, publishNotices } from '../testing/notices.js';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await createKey(api.database));
  await publishNotices(api.database.pool, Object.fromEntries([1, 2, 3].map((n) => [`26-${n}`, {}])));
});
afterAll(() => api.close());

const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString());
const now = ago(0);

const INVALID: Record<string, string[]> = {
  q: ['q=', 'q=%20', `q=${'a'.repeat(201)}`, 'q=a%00b', 'q=%ED%A0%80', 'q=%FF', 'q=a%0Ab', 'q=a&q=b'],
  source: [
    'source=',
    'source=inconnue',
    'source=boamp,boamp',
    'source=boamp,',
    'source=,',
    'source=BOAMP',
    'source=boamp%20',
    "source=boamp'--",
    'source=boamp&source=ted',
    `source=${Array.from({ length: 19 }, (_, n) => `s${n}`).join(',')}`,
  ],
  departement: [
    'departement=',
    'departement=1',
    'departement=20',
    'departement=00',
    'departement=96',
    'departement=2a',
    'departement=970',
    'departement=979',
    'departement=35,',
    `departement=${Array.from({ length: 21 }, (_, n) => String(n + 21)).join(',')}`,
    'departement[]=35',
  ],
  cpv: ['cpv=', 'cpv=4', 'cpv=452100001', 'cpv=45-', 'cpv=ab', 'cpv=%C2%B2%C2%B3', 'cpv=45%25'],
  type_marche: [
    'type_marche=',
    'type_marche=travail',
    'type_marche=Travaux,Services',
    'type_marche=TRAVAUX&type_marche=Travaux',
  ],
  budgets: [
    'budget_min=',
    'budget_min=-1',
    'budget_min=1.5',
    'budget_min=1e3',
    'budget_min=0x10',
    'budget_min=9223372036854775808',
    'budget_max=abc',
    'budget_max=%2B5',
    'budget_min=2&budget_max=1',
    'budget_min=Infinity',
    'budget_min=1%20000',
  ],
  dates: [
    'date_limite_min=',
    'date_limite_min=2026-02-30',
    'date_limite_min=2026-13-01',
    'date_limite_min=2026-1-1',
    'date_limite_max=0000-01-01',
    'date_limite_max=26-01-01',
    'date_limite_max=2026-01-01T00:00:00Z',
    'date_limite_min=2026-02-02&date_limite_max=2026-02-01',
    'publie_depuis=hier',
    'publie_depuis=2025-02-29',
    'publie_depuis=+2026-01-01',
  ],
  completude_min: [
    'completude_min=',
    'completude_min=-10',
    'completude_min=101',
    'completude_min=50.5',
    'completude_min=cent',
  ],
  statut: [
    'statut=',
    'statut=retire',
    'statut=Ouvert',
    'statut=ouvert,clos',
    `statut=ouvert&updated_since=${now}`,
    `statut=tous&updated_since=${ago(40)}`,
  ],
  tri: [
    'tri=',
    'tri=budget',
    'tri=date_limite,publication',
    `tri=publication&updated_since=${now}`,
    'tri=publication&curseur=x',
  ],
  page: [
    'page=',
    'page=0',
    'page=-1',
    'page=1.0',
    'page=un',
    'page=99999999999999999999',
    `page=1&updated_since=${now}`,
    'page=1&curseur=x',
  ],
  per_page: [
    'per_page=',
    'per_page=0',
    'per_page=101',
    'per_page=ten',
    'per_page=9999999999',
    'page=1&per_page=1001',
    'per_page=10&per_page=10',
  ],
  curseur: ['curseur=', 'curseur=x&q=a', 'curseur=x&curseur=y'],
  updated_since: [
    'updated_since=',
    'updated_since=hier',
    'updated_since=2026-11-01',
    'updated_since=2026-11-01T08:00:00',
    'updated_since=2026-02-30T08:00:00Z',
    'updated_since=2026-11-01T25:00:00Z',
    'updated_since=2026-11-01T08:00:00+02:00',
    `updated_since=${ago(-1)}`,
    'updated_since=2999-01-01T00:00:00Z',
    'updated_since=1700000000',
    `updated_since=${now}&q=a`,
  ],
  unsupported: [
    'profil=1',
    'score_min=1',
    'montant_min=1',
    'date_min=2026-01-01',
    'date_max=2026-01-01',
    'cle=x',
    'api_key=x',
    'limite=5',
    'Q=a',
    '__proto__=1',
    'constructor=1',
    '%00=1',
    'a',
    '=1',
    '&&=',
    'x[y]=1',
  ],
};

describe.each(Object.entries(INVALID))('%s', (_, addresses) => {
  test.each(addresses)('%s is an invalid parameter', async (address) => {
    const answer = await api.get(`/avis?${address}`, key);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.error.message).toMatch(/[a-zé]/);
    expect(answer.text).not.toMatch(/select |error:|at .*\.ts/i);
  });
});

test.each([
  ['page=51&per_page=20', 'page_too_deep'],
  ['page=1001', 'page_too_deep'],
  ['page=11&per_page=100&q=a', 'page_too_deep'],
  [`updated_since=${ago(30.01)}`, 'resync_required'],
  ['updated_since=1999-01-01T00:00:00%2B02:00', 'resync_required'],
  ['curseur=x', 'invalid_cursor'],
  [`curseur=${'A'.repeat(10_000)}`, 'invalid_cursor'],
  ['curseur=%00', 'invalid_cursor'],
])('%s gives %s', async (address, code) => {
  const answer = await api.get(`/avis?${address}`, key);
  expect([answer.status, answer.code]).toEqual([400, code]);
});

test.each([
  '',
  'q=%26%7C!()%3A*',
  `q=${encodeURIComponent("d'accès <-> & | ! :* \\ ' \" ; drop table")}`,
  'q=%F0%9F%8F%97',
  'q=%D7%A9%D7%9C%D7%95%D7%9D',
  `q=${'é'.repeat(200)}`,
  'q=de+la',
  'source=boamp,ted',
  'departement=2A,2B,971,988,01',
  'departement=35,35',
  'cpv=45000000',
  'type_marche=TRAVAUX',
  'budget_min=0&budget_max=999999999999999',
  'date_limite_min=2026-02-01&date_limite_max=2026-02-01',
  'completude_min=55',
  'statut=tous&tri=date_limite',
  'statut=clos&page=10&per_page=100',
  'page=50',
  'per_page=100',
  `updated_since=${ago(29.9)}`,
  `updated_since=${now}`,
  'updated_since=' + encodeURIComponent(new Date(Date.now() - 60_000).toISOString().replace('Z', '+00:00')),
  '&per_page=1&',
])('« %s » is accepted', async (address) => {
  const answer = await api.get(`/avis?${address}`, key);
  expect({ code: answer.code, status: answer.status }).toEqual({ code: undefined, status: 200 });
});

test('an id is a UUID in any case; anything else is an invalid parameter, whatever its length', async () => {
  for (const id of [
    '1',
    'x',
    '3f2504e0-4f89-51d3-9a0c-0305e82c330',
    '%00',
    "'--",
    'a'.repeat(10_000),
    '%F0%9F%8F%97',
  ]) {
    const answer = await api.get(`/avis/${id}`, key);
    expect([id.slice(0, 40), answer.status, answer.code]).toEqual([id.slice(0, 40), 400, 'invalid_parameter']);
  }
  const unknown = await api.get('/avis/3F2504E0-4F89-51D3-9A0C-0305E82C3301', key);
  expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
  expect((await api.get('/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301?x=1', key)).code).toBe('invalid_parameter');
});

test.each(['/departements', '/sources', '/moi', '/sante', '/openapi.json'])('%s accepts no parameter', async (path) => {
  expect((await api.get(`${path}?x=1`, key)).code).toBe('invalid_parameter');
});

describe('a cursor', () => {
  const first = async (query: string) =>
    (await api.get(`/avis?per_page=1&${query}`, key)).body.meta.curseur_suivant as string;

  test('goes on with the same filters in any order, whatever the page size', async () => {
    const cursor = await first('source=boamp,ted&departement=42,43');
    const answer = await api.get(`/avis?departement=43,42&curseur=${cursor}&per_page=7&source=ted,boamp`, key);
    expect(answer.status).toBe(200);
  });

  test.each([
    '',
    'source=boamp',
    'cpv=45&departement=42',
    'departement=42',
    'statut=tous&cpv=45',
    `updated_since=${ago(1)}&cpv=45`,
  ])('of cpv=45 is refused with « %s »', async (other) => {
    const cursor = await first('cpv=45');
    expect((await api.get(`/avis?curseur=${cursor}&${other}`, key)).code).toBe('invalid_cursor');
  });

  test('with any bit changed is refused', async () => {
    const cursor = await first('');
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
      expect([at, (await api.get(`/avis?curseur=${changed}`, key)).code]).toEqual([at, 'invalid_cursor']);
    }
  });
});

test('what the deadline filters compare is the day in Paris', async () => {
  const day = inDays(40).slice(0, 10);
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 30 * 60_000).toISOString().slice(0, 19) + 'Z';
  await publishNotices(api.database.pool, { 'paris-1': { titre: 'Minuit passé à Paris', date_limite: before } });
  const titles = async (query: string) =>
    (await api.get(`/avis?page=1&${query}`, key)).body.data.map((avis: { titre: string }) => avis.titre);
  expect(await titles(`date_limite_min=${day}&date_limite_max=${day}`)).toEqual(['Minuit passé à Paris']);
});
