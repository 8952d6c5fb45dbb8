import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';

let api: TestApi;
let key: string;
let compteId: string;
beforeAll(async () => {
  api = await startApi();
  ({ key, compteId } = await createKey(api.database));
  const [id] = (await publishNotices(api.database.pool, { '26-1': {} })) as [string];
  await insertFeed(api.database.pool, compteId, { [id]: {} });
});
afterAll(() => api.close());

const INVALID: Record<string, string[]> = {
  q: ['q=', 'q=%20', `q=${'a'.repeat(201)}`, 'q=a%00b', 'q=%ED%A0%80', 'q=%FF', 'q=a%0Ab', 'q=a&q=b', 'q=a&q=a'],
  departement: [
    'departement=',
    'departement=1',
    'departement=20',
    'departement=00',
    'departement=2a',
    'departement=35,',
    'departement=35,%2022',
    `departement=${Array.from({ length: 21 }, (_, n) => String(n + 21)).join(',')}`,
    'departement=35&departement=22',
    'departement[]=35',
  ],
  cpv: ['cpv=', 'cpv=4', 'cpv=452100001', 'cpv=45-', 'cpv=45,33', 'cpv=%C2%B2%C2%B3', 'cpv=45&cpv=45'],
  budgets: [
    'budget_min=',
    'budget_min=-1',
    'budget_min=1.5',
    'budget_max=abc',
    'budget_max=9223372036854775808',
    'budget_min=2&budget_max=1',
    'budget_max=1&budget_max=2',
  ],
  dates: [
    'date_limite_min=',
    'date_limite_min=2026-02-30',
    'date_limite_max=0000-01-01',
    'date_limite_max=2026-01-01T00:00:00Z',
    'date_limite_min=2026-02-02&date_limite_max=2026-02-01',
    'date_limite_min=2026-02-02&date_limite_min=2026-02-02',
  ],
  score_min: [
    'score_min=',
    'score_min=-1',
    'score_min=101',
    'score_min=50.5',
    'score_min=cent',
    'score_min=1e1',
    'score_min=50&score_min=50',
  ],
  verdict: [
    'verdict=',
    'verdict=peut-etre',
    'verdict=OUI',
    'verdict=null',
    'verdict=oui,',
    'verdict=,oui',
    'verdict=oui,%20non',
    'verdict=oui,oui',
    'verdict=oui,incertain,non,oui',
    'verdict=oui&verdict=non',
    'verdict[]=oui',
  ],
  statut_utilisateur: [
    'statut_utilisateur=',
    'statut_utilisateur=vu',
    'statut_utilisateur=New',
    'statut_utilisateur=new,new',
    'statut_utilisateur=new;viewed',
    'statut_utilisateur=tous',
    'statut_utilisateur=new,viewed,saved,applied,ignored,en_attente,en_cours,gagne,perdu,new',
    'statut_utilisateur=new&statut_utilisateur=viewed',
  ],
  page: ['page=', 'page=0', 'page=-1', 'page=1.0', 'page=un', 'page=99999999999999999999', 'page=1&page=1'],
  per_page: ['per_page=', 'per_page=0', 'per_page=101', 'per_page=ten', 'per_page=10&per_page=10'],
  'named by the contract as unsupported': [
    'profil=1',
    'profile_id=00000000-0000-4000-8000-000000000001',
    'source=boamp',
    'statut=ouvert',
    'montant_min=1',
    'date_min=2026-01-01',
    'date_max=2026-01-01',
  ],
  unknown: [
    'type_marche=Travaux',
    'completude_min=50',
    'publie_depuis=2026-01-01',
    'tri=publication',
    'curseur=x',
    'updated_since=2026-11-01T00:00:00Z',
    'limite=5',
    'compte_id=00000000-0000-4000-8000-000000000001',
    'compte=1',
    'cle=x',
    'api_key=x',
    'Q=a',
    'vu_le=2026-01-01',
    '__proto__=1',
    'constructor=1',
    '%00=1',
    'a',
    '=1',
  ],
};

describe.each(Object.entries(INVALID))('%s', (_, addresses) => {
  test.each(addresses)('%s is an invalid parameter', async (address) => {
    const answer = await api.get(`/opportunites?${address}`, key);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.error.message).toMatch(/[a-zé]/);
    expect(answer.text).not.toMatch(/select |error:|at .*\.ts/i);
  });
});

test.each([
  'page=51',
  'page=1001&per_page=1',
  'page=11&per_page=100',
  'page=334&per_page=3',
  'page=51&q=a&score_min=0',
])('%s is too deep', async (address) => {
  const answer = await api.get(`/opportunites?${address}`, key);
  expect([answer.status, answer.code]).toEqual([400, 'page_too_deep']);
});

test.each([
  '',
  'q=%26%7C!()%3A*',
  `q=${encodeURIComponent("d'accès <-> & | ! :* \\ ' \" ; drop table")}`,
  'q=%F0%9F%8F%97',
  `q=${'é'.repeat(200)}`,
  'departement=2A,2B,971,988,01',
  'departement=35,35',
  `departement=${Array.from({ length: 20 }, (_, n) => String(n + 21)).join(',')}`,
  'cpv=45',
  'cpv=45000000',
  'budget_min=0&budget_max=999999999999999',
  'budget_min=5&budget_max=5',
  'date_limite_min=2026-02-01&date_limite_max=2026-02-01',
  'score_min=0',
  'score_min=100',
  'verdict=oui,incertain,non',
  'verdict=non,oui',
  'statut_utilisateur=ignored',
  'statut_utilisateur=perdu,gagne,en_cours,en_attente,ignored,applied,saved,viewed,new',
  'page=50',
  'page=1000&per_page=1',
  'page=10&per_page=100',
  'page=333&per_page=3',
  'per_page=1',
  'q=ecole&departement=42,35&cpv=45&budget_min=1&budget_max=9&date_limite_min=2026-01-01&date_limite_max=2036-01-01&score_min=0&verdict=oui&statut_utilisateur=new&page=2&per_page=10',
])('« %s » is accepted', async (address) => {
  const answer = await api.get(`/opportunites?${address}`, key);
  expect({ code: answer.code, status: answer.status }).toEqual({ code: undefined, status: 200 });
});

test('a page holds 20 notices unless asked otherwise, from the first one', async () => {
  expect((await api.get('/opportunites', key)).body.meta).toMatchObject({ page: 1, per_page: 20 });
  expect((await api.get('/opportunites?page=3&per_page=7', key)).body.meta).toMatchObject({ page: 3, per_page: 7 });
});
