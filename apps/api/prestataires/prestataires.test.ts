import type { Contrat } from '#contrats/contrat';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey, type TestAnswer } from '../testing/api.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';

let served: ContratsApi;
let key: string;
const get = (path: string): Promise<TestAnswer> => served.api.get(path, key);
const names = ({ body }: TestAnswer): string =>
  (body.data as { slug: string }[]).map(({ slug }) => slug.replace(/-\d{14}$/, '')).join(' ');

/** Name, SIREN, size, contracts (how many, their median amount), department and CPV of all of them. */
const COMPANIES: [string, string, string | null, number, number | null, string, string | null][] = [
  ['Ateliers du Maine', '100000001', 'PME', 3, 50_000, '35', '45261000'],
  ['Maine Énergie', '100000002', 'ETI', 5, 90_000, '35', '45310000'],
  ['Loire et Maine', '100000003', 'GE', 8, 20_000, '44', '45261000'],
  ['Mainetaud', '100000004', null, 1, null, '44', '33600000'],
  ['Œuvre d’art', '100000005', 'PME', 3, 70_000, '2A', null],
  ['Cachée', '100000006', 'PME', 9, 1_000, '35', '45261000'],
];

beforeAll(async () => {
  served = await startContratsApi();
  ({ key } = await createKey(served.api.database, { limites: { general: 1_000_000 } }));
  const { world } = served;
  const contrats: Record<string, Partial<Contrat>> = {};
  for (const [nom, siren, categorie, nombre, montant, departement, cpv] of COMPANIES) {
    await world.unite({ siren, nom, categorie, diffusible: nom !== 'Cachée' });
    for (let n = 0; n < nombre; n += 1) {
      contrats[`${siren}-${n}`] = {
        objet: nom,
        acheteur: { siret: '21350238800019', nom: 'Rennes' },
        titulaires: [titulaire(`${siren}00015`)],
        montant,
        cpv,
        date_notification: `2026-05-0${n + 1}`,
        duree_mois: 2 + n,
        lieu_execution: executedIn(departement),
      };
    }
  }
  await served.publish(contrats);
});
afterAll(() => served.close());

test('a contractor is listed with every field of the contract, and read with its record', async () => {
  const list = await get('/prestataires?q=ateliers');
  const item = {
    siret: '10000000100015',
    slug: 'ateliers-du-maine-10000000100015',
    nb_etablissements: 1,
    departement: '35',
    taille: 'PME',
    montant_median: 50_000,
    cpv_principal: '45261000',
    liens: { fiche: 'https://site.example/prestataires/ateliers-du-maine-10000000100015?src=api' },
  };
  expect(list.body).toEqual({ data: [item], meta: { page: 1, per_page: 20, total: 1, total_exact: true } });
  const detail = await get(`/prestataires/${item.slug}`);
  expect(detail.status).toBe(200);
  expect(detail.body.data).toMatchObject({
    ...item,
    nom: 'Ateliers du Maine',
    siren: '100000001',
    type: 'decp',
    statistiques: { nombre_contrats: 3, montant_total: 150_000 },
    principaux_acheteurs: [{ siret: '21350238800019', nombre_contrats: 3, montant_total: 150_000 }],
  });
  expect(detail.body.data.derniers_marches).toHaveLength(3);
});

test.each([
  ['', 'loire-et-maine maine-energie ateliers-du-maine uvre-d-art mainetaud'],
  ['tri=contrats', 'loire-et-maine maine-energie ateliers-du-maine uvre-d-art mainetaud'],
  ['tri=montant', 'maine-energie uvre-d-art ateliers-du-maine loire-et-maine mainetaud'],
  ['q=maine', 'maine-energie mainetaud loire-et-maine ateliers-du-maine'],
  ['q=MAINE&tri=pertinence', 'maine-energie mainetaud loire-et-maine ateliers-du-maine'],
  ['q=maine&tri=contrats', 'loire-et-maine maine-energie ateliers-du-maine mainetaud'],
  ['q=maine&tri=montant', 'maine-energie ateliers-du-maine loire-et-maine mainetaud'],
  ['q=maine+loire', 'loire-et-maine'],
  ['q=maine+energies', 'maine-energie'],
  ['q=%20ate%20', 'ateliers-du-maine'],
  ['q=%C5%93uvre', 'uvre-d-art'],
  ['q=ma', 'maine-energie mainetaud'],
  ['q=cachee', ''],
  ['q=de', ''],
  ['q=%25%25', ''],
  ['q=__', ''],
  ['q=%CC%81%CC%81', ''],
  ['departement=35', 'maine-energie ateliers-du-maine'],
  ['departement=2A', 'uvre-d-art'],
  ['departement=988', ''],
  ['cpv=45', 'loire-et-maine maine-energie ateliers-du-maine'],
  ['cpv=33', 'mainetaud'],
  ['taille=PME', 'ateliers-du-maine uvre-d-art'],
  ['taille=GE', 'loire-et-maine'],
  ['departement=44&cpv=45&taille=GE&q=maine', 'loire-et-maine'],
  ['departement=44&cpv=45&taille=PME', ''],
  ['page=2&per_page=2', 'ateliers-du-maine uvre-d-art'],
  ['page=3&per_page=2', 'mainetaud'],
  ['page=4&per_page=2', ''],
  ['page=1000&per_page=1', ''],
])('« %s » finds %s', async (query, expected) => {
  const answer = await get(`/prestataires?${query}`);
  expect([answer.status, names(answer).replaceAll('oeuvre', 'uvre')]).toEqual([200, expected]);
  const per_page = Number(/per_page=(\d+)/.exec(query)?.[1] ?? 20);
  const page = Number(/(?:^|&)page=(\d+)/.exec(query)?.[1] ?? 1);
  expect(answer.body.meta).toEqual({ page, per_page, total: expect.any(Number), total_exact: true });
  if (page === 1) expect(answer.body.meta.total).toBe(answer.body.data.length);
  else expect(answer.body.meta.total).toBe(5);
});

test('a total beyond 1000 is told as such, and the deepest page is served', async () => {
  const { pool } = served.api.database;
  await pool.query(
    `insert into read.prestataire (siren, slug, nom_tri, recherche, departement, nombre_contrats, item, detail)
     select '2' || lpad(n::text, 8, '0'), 'beaucoup-' || n, 'beaucoup ' || n, to_tsvector('read.francais', 'Beaucoup ' || n),
       '02', 1, json_build_object('slug', 'beaucoup-' || n), '{}' from generate_series(1, 5100) n`,
  );
  for (const query of ['', 'departement=02&', 'q=beaucoup&', 'q=beaucoup&tri=montant&']) {
    const seen = new Set<string>();
    for (const page of [1, 9, 10]) {
      const { status, body } = await get(`/prestataires?${query}page=${page}&per_page=100`);
      expect({ query, status, meta: body.meta }).toEqual({
        query,
        status: 200,
        meta: { page, per_page: 100, total: 1000, total_exact: false },
      });
      for (const { slug } of body.data) seen.add(slug as string);
    }
    expect([query, seen.size]).toEqual([query, 300]);
  }
  const exact = await get('/prestataires?q=beaucoup+12');
  expect(exact.body.meta).toMatchObject({ total: 111, total_exact: true });
  await pool.query("delete from read.prestataire where slug like 'beaucoup-%'");
});

test('every slug that ever was of a contractor answers; unknown ones and those of hidden companies do not', async () => {
  await served.api.database.pool.query(
    `insert into read.slug_prestataire values ('ancien-nom-10000000100001', '100000001'), ('cachee-10000000600015', '100000006')
     on conflict do nothing`,
  );
  const old = await get('/prestataires/ancien-nom-10000000100001');
  expect(old.body.data.slug).toBe('ateliers-du-maine-10000000100015');
  for (const slug of ['inconnu', 'cachee-10000000600015', '10000000600015', 'ATELIERS', '100000001', '%25', "'--"]) {
    const answer = await get(`/prestataires/${slug}`);
    expect([slug, answer.status, answer.code]).toEqual([slug, 404, 'not_found']);
  }
});

describe('parameters', () => {
  test.each([
    'q=',
    'q=a',
    'q=%20a%20',
    'q=%25',
    `q=${'a'.repeat(101)}`,
    'q=a%00b',
    'q=ab&q=ab',
    'departement=35,22',
    'departement=20',
    'departement=2a',
    'departement=',
    'cpv=4',
    'cpv=452',
    'cpv=45000000',
    'cpv=ab',
    'taille=pme',
    'taille=TPE',
    'taille=PME,ETI',
    'tri=pertinence',
    'tri=pertinence&departement=35',
    'tri=nom',
    'tri=',
    'page=0',
    'page=1.0',
    'page=-1',
    'per_page=0',
    'per_page=101',
    'limite=5',
    'curseur=x',
    'siren=100000001',
    'inconnu=1',
  ])('%s is an invalid parameter', async (query) => {
    const answer = await get(`/prestataires?${query}`);
    expect([answer.status, answer.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.error.message).toMatch(/[a-zé]/);
  });

  test.each(['page=51', 'page=11&per_page=100', 'page=1001&per_page=1', 'q=maine&page=51'])(
    '%s is too deep',
    async (query) => {
      const answer = await get(`/prestataires?${query}`);
      expect([answer.status, answer.code]).toEqual([400, 'page_too_deep']);
    },
  );

  test('of the record: none', async () => {
    expect((await get('/prestataires/ateliers-du-maine-10000000100015?x=1')).code).toBe('invalid_parameter');
    for (const slug of ['%00', 'a'.repeat(301), '%0A', '%ED%A0%80']) {
      const { status } = await get(`/prestataires/${slug}`);
      expect([slug.slice(0, 10), status === 400 || status === 404]).toEqual([slug.slice(0, 10), true]);
    }
  });
});
