import { createKey } from '../testing/api.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';

let served: ContratsApi;
let key: string;
const get = (query: string) => served.api.get(`/contrats?${query}`, key);

beforeAll(async () => {
  served = await startContratsApi();
  ({ key } = await createKey(served.api.database, { limites: { decp: 1_000_000 } }));
  await served.publish(
    Object.fromEntries([1, 2, 3].map((n) => [`u${n}`, { cpv: '45210000', date_notification: `2026-01-0${n}` }])),
  );
});
afterAll(() => served.close());

const SIRET = '21350238800019';
const INVALID: Record<string, string[]> = {
  acheteur_siret: [
    'acheteur_siret=',
    'acheteur_siret=2135023880001',
    'acheteur_siret=213502388000199',
    'acheteur_siret=2135023880001A',
    'acheteur_siret=213%20502388%2000019',
    'acheteur_siret=%D9%A2%D9%A1%D9%A3%D9%A5%D9%A0%D9%A2%D9%A3%D9%A8%D9%A8%D9%A0%D9%A0%D9%A0%D9%A1%D9%A9',
    `acheteur_siret=${SIRET}&acheteur_siret=${SIRET}`,
    `acheteur_siret=${SIRET},${SIRET}`,
  ],
  titulaire_siret: ['titulaire_siret=', 'titulaire_siret=213502388', 'titulaire_siret=FR213502388000'],
  titulaire_siren: [
    'titulaire_siren=',
    'titulaire_siren=21350238',
    'titulaire_siren=2135023880',
    `titulaire_siren=${SIRET}`,
  ],
  departement: [
    'departement=',
    'departement=20',
    'departement=2a',
    'departement=00',
    'departement=1',
    'departement=35,22',
    'departement=970',
    'departement=35&departement=35',
  ],
  cpv: ['cpv=', 'cpv=4', 'cpv=452100001', 'cpv=45-', 'cpv=ab', 'cpv=%C2%B2%C2%B3', 'cpv=45%25', 'cpv=45,33'],
  dates: [
    'cpv=45&date_min=',
    'cpv=45&date_min=2026-02-30',
    'cpv=45&date_max=2026-1-1',
    'cpv=45&date_max=0000-01-01',
    'cpv=45&date_min=-infinity',
    'cpv=45&date_min=2026-01-01T00:00:00Z',
    'cpv=45&date_min=2026-02-02&date_max=2026-02-01',
  ],
  montants: [
    'cpv=45&montant_min=',
    'cpv=45&montant_min=-1',
    'cpv=45&montant_min=1.5',
    'cpv=45&montant_max=1e3',
    'cpv=45&montant_max=9999999999999999',
    'cpv=45&montant_min=2&montant_max=1',
  ],
  q: [
    `acheteur_siret=${SIRET}&q=`,
    `acheteur_siret=${SIRET}&q=a`,
    `acheteur_siret=${SIRET}&q=%20a%20`,
    `acheteur_siret=${SIRET}&q=${'a'.repeat(101)}`,
    `acheteur_siret=${SIRET}&q=a%00b`,
    'cpv=45&q=ecole',
    'departement=35&q=ecole',
    'departement=35&cpv=45&date_min=2026-01-01&q=ecole',
  ],
  limite: ['cpv=45&limite=', 'cpv=45&limite=0', 'cpv=45&limite=101', 'cpv=45&limite=ten', 'cpv=45&limite=5&limite=5'],
  curseur: ['cpv=45&curseur=', 'cpv=45&curseur=x&curseur=y'],
  unsupported: [
    'cpv=45&per_page=5',
    'cpv=45&page=1',
    'cpv=45&tri=date',
    'cpv=45&statut=tous',
    'cpv=45&siret=1',
    'cpv=45&api_key=x',
    'CPV=45',
    '__proto__=1',
  ],
};

describe.each(Object.entries(INVALID))('%s', (_, addresses) => {
  test.each(addresses)('%s is an invalid parameter', async (address) => {
    const answer = await get(address);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.error.message).toMatch(/[a-zé]/);
    expect(answer.text).not.toMatch(/select |error:|at .*\.ts/i);
  });
});

test.each(['', 'limite=10', 'date_min=2026-01-01&date_max=2026-12-31', 'montant_min=1', 'q=ecole', 'curseur=x'])(
  '« %s » lacks a filter',
  async (query) => {
    const answer = await get(query);
    expect([answer.status, answer.code]).toEqual([400, 'filter_required']);
    expect(answer.body.error.message).toMatch(/acheteur_siret.*titulaire_siret.*titulaire_siren.*departement.*cpv/);
  },
);

test.each([
  `acheteur_siret=${SIRET}`,
  `titulaire_siret=${SIRET}`,
  'titulaire_siren=213502388',
  'departement=2A',
  'departement=988',
  'cpv=45',
  'cpv=45000000',
  'cpv=99',
  'cpv=45&date_min=0001-01-01&date_max=9999-12-31',
  'cpv=45&date_min=2026-02-01&date_max=2026-02-01',
  'cpv=45&montant_min=0&montant_max=0',
  'cpv=45&montant_min=999999999999999',
  'cpv=45&limite=1',
  'cpv=45&limite=100',
  `acheteur_siret=${SIRET}&q=ab`,
  `titulaire_siren=213502388&q=${'é'.repeat(100)}`,
  `titulaire_siret=${SIRET}&q=%26%7C!()%3A*`,
  `acheteur_siret=${SIRET}&titulaire_siret=${SIRET}&titulaire_siren=123456789&departement=35&cpv=45&q=ab`,
])('« %s » is accepted', async (query) => {
  const answer = await get(query);
  expect({ code: answer.code, status: answer.status }).toEqual({ code: undefined, status: 200 });
});

describe('a cursor', () => {
  const cursorOf = async (query: string) => (await get(`limite=1&${query}`)).body.meta.curseur_suivant as string;

  test('goes on with the same filters in any order, whatever the page size', async () => {
    const cursor = await cursorOf('cpv=45&date_min=2026-01-01');
    const answer = await get(`date_min=2026-01-01&curseur=${cursor}&limite=7&cpv=45`);
    expect(answer.body.data.map(({ uid }: { uid: string }) => uid)).toEqual(['u2', 'u1']);
  });

  test.each([
    'cpv=4',
    'cpv=452',
    'cpv=45&departement=35',
    'departement=35',
    'cpv=45&montant_min=0',
    'cpv=45&date_min=2026-01-01',
  ])('of cpv=45 is refused with « %s »', async (other) => {
    const cursor = await cursorOf('cpv=45');
    expect((await get(`curseur=${cursor}&${other}`)).code).toBe(
      other === 'cpv=4' ? 'invalid_parameter' : 'invalid_cursor',
    );
  });

  test('of another list is refused', async () => {
    const { key: general } = await createKey(served.api.database);
    const cursor = await cursorOf('cpv=45');
    expect((await served.api.get(`/attributions?cpv=45&curseur=${cursor}`, general)).code).toBe('invalid_cursor');
    expect((await served.api.get(`/avis?cpv=45&curseur=${cursor}`, general)).code).toBe('invalid_cursor');
  });

  test('with any sign changed is refused', async () => {
    const cursor = await cursorOf('cpv=45');
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect([at, (await get(`cpv=45&curseur=${changed}`)).code]).toEqual([at, 'invalid_cursor']);
    }
  });

  test.each(['x', '%00', '=', 'A'.repeat(10_000)])('%s is none', async (cursor) => {
    expect((await get(`cpv=45&curseur=${cursor}`)).code).toBe('invalid_cursor');
  });
});
