import type { ContratServi } from '#contract/contrats';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey, type TestAnswer } from '../testing/api.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';

const RENNES = '21350238800019';
const METZ = '21570463600012';
const MAINE = '12345678200010';
const MAINE_SUD = '12345678200028';
const LOIRE = '98765432100019';
const HIDDEN = '55555555500013';

let served: ContratsApi;
let key: string;
const get = (query: string, cle = key): Promise<TestAnswer> => served.api.get(`/contrats?${query}`, cle);
const uids = ({ body }: TestAnswer): string => body.data.map(({ uid }: ContratServi) => uid).join('');

beforeAll(async () => {
  served = await startContratsApi();
  ({ key } = await createKey(served.api.database, { limites: { decp: 1_000_000 } }));
  const { world, publish } = served;
  await world.unite({ siren: HIDDEN.slice(0, 9), diffusible: false });
  await world.unite({ siren: MAINE.slice(0, 9), nom: 'ATELIERS DU MAINE', categorie: 'PME' });
  await world.inscrit(RENNES, 'Ville de Rennes', '35');
  const rennes = { siret: RENNES, nom: 'Rennes' };
  await publish({
    A: {
      objet: 'Rénovation énergétique de l’école',
      acheteur: rennes,
      titulaires: [titulaire(MAINE)],
      montant: 120_000.5,
      cpv: '45261000',
      date_notification: '2026-03-31',
      duree_mois: 1,
      lieu_execution: executedIn('35'),
      offres_recues: 3,
      forme_prix: 'ferme',
      considerations: { sociales: [], environnementales: ['Clause environnementale'] },
      marche_innovant: false,
    },
    B: {
      acheteur: rennes,
      titulaires: [titulaire(LOIRE), titulaire(MAINE_SUD), titulaire(MAINE)],
      montant: 40_000,
      cpv: '45210000',
      date_notification: '2026-02-01',
      lieu_execution: executedIn('22'),
    },
    C: {
      objet: 'Travaux sur l’école',
      acheteur: { siret: METZ, nom: null },
      titulaires: [titulaire(HIDDEN), titulaire(MAINE)],
      montant: 40_001,
      cpv: '33600000',
      date_notification: '2026-02-01',
      lieu_execution: executedIn('35'),
    },
    D: { acheteur: rennes, titulaires: [titulaire(HIDDEN)], cpv: '45000000', lieu_execution: executedIn('35') },
    E: { acheteur: rennes },
  });
});
afterAll(() => served.close());

test('a contract is served with every field of the contract', async () => {
  const answer = await get(`acheteur_siret=${RENNES}&departement=35&limite=1`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: [
      {
        uid: 'A',
        objet: 'Rénovation énergétique de l’école',
        acheteur: { siret: RENNES, nom: 'Ville de Rennes', departement: '35' },
        titulaire: { siret: MAINE, nom: 'ATELIERS DU MAINE', departement: null, categorie: 'PME' },
        cotitulaires: [],
        non_diffusible: false,
        montant: 120_000.5,
        cpv: '45261000',
        nature: 'Marché',
        procedure: 'Procédure adaptée',
        date_notification: '2026-03-31',
        duree_mois: 1,
        fin_estimee: { date: '2026-04-30', estimation: true },
        lieu_execution: { code: '35', type_code: 'Code département', nom: null, departement: '35' },
        offres_recues: 3,
        forme_prix: 'ferme',
        sous_traitance_declaree: null,
        considerations: { sociales: [], environnementales: ['Clause environnementale'] },
        marche_innovant: false,
      },
    ],
    meta: { limite: 1, curseur_suivant: expect.any(String), total: 2 },
  });
});

test('what a contract does not say is null; a hidden holder has neither SIRET nor name', async () => {
  const [d, e] = (await get(`acheteur_siret=${RENNES}&limite=2&departement=35`)).body.data.slice(1) as ContratServi[];
  expect(d).toMatchObject({ uid: 'D', non_diffusible: true, titulaire: { siret: null, nom: null }, fin_estimee: null });
  expect(e).toBeUndefined();
  const { body } = await get(`acheteur_siret=${RENNES}`);
  expect(body.data.at(-1)).toMatchObject({ uid: 'D', montant: null, date_notification: null, marche_innovant: null });
  expect(body.data.at(-2)).toMatchObject({ uid: 'E', titulaire: null, lieu_execution: null, cpv: null });
  expect(body.meta).toEqual({ limite: 50, curseur_suivant: null, total: 4 });
});

/** Query, uids in order, total: null without a buyer or a holder. */
test.each<[string, string, number | null]>([
  [`acheteur_siret=${RENNES}`, 'ABED', 4],
  [`acheteur_siret=${METZ}`, 'C', 1],
  ['acheteur_siret=00000000000000', '', 0],
  ['departement=35', 'ACD', null],
  ['departement=22', 'B', null],
  ['departement=988', '', null],
  ['cpv=45', 'ABD', null],
  ['cpv=452', 'AB', null],
  ['cpv=4526', 'A', null],
  ['cpv=45000', 'D', null],
  ['cpv=450000', 'D', null],
  ['cpv=4521000', 'B', null],
  ['cpv=45210000', 'B', null],
  ['cpv=45210001', '', null],
  [`titulaire_siret=${MAINE}`, 'ACB', 3],
  [`titulaire_siret=${MAINE_SUD}`, 'B', 1],
  [`titulaire_siret=${LOIRE}`, 'B', 1],
  [`titulaire_siren=${MAINE.slice(0, 9)}`, 'ACB', 3],
  [`titulaire_siren=${LOIRE.slice(0, 9)}`, 'B', 1],
  [`titulaire_siret=${HIDDEN}`, '', 0],
  [`titulaire_siren=${HIDDEN.slice(0, 9)}`, '', 0],
  [`titulaire_siret=${MAINE}&titulaire_siren=${MAINE.slice(0, 9)}`, 'ACB', 3],
  [`titulaire_siret=${MAINE}&titulaire_siren=${LOIRE.slice(0, 9)}`, 'B', 1],
  [`titulaire_siret=${MAINE_SUD}&titulaire_siren=${MAINE.slice(0, 9)}`, 'B', 1],
  [`titulaire_siret=${LOIRE}&titulaire_siren=${HIDDEN.slice(0, 9)}`, '', 0],
  [`acheteur_siret=${RENNES}&titulaire_siren=${MAINE.slice(0, 9)}`, 'AB', 2],
  [`acheteur_siret=${METZ}&cpv=33&departement=35&titulaire_siret=${MAINE}`, 'C', 1],
  ['departement=35&cpv=45', 'AD', null],
  ['departement=35&date_min=2026-02-01', 'AC', null],
  ['departement=35&date_max=2026-02-01', 'C', null],
  ['cpv=45&date_min=2026-02-01&date_max=2026-02-01', 'B', null],
  ['cpv=45&date_min=0001-01-01&date_max=9999-12-31', 'AB', null],
  [`acheteur_siret=${RENNES}&date_min=2026-02-02`, 'A', 1],
  ['departement=35&montant_min=40001', 'AC', null],
  ['departement=35&montant_min=40002', 'A', null],
  ['departement=35&montant_max=40001', 'C', null],
  ['cpv=45&montant_min=0&montant_max=999999999999999', 'AB', null],
  ['cpv=45&montant_min=120001', '', null],
  [`titulaire_siret=${MAINE}&montant_max=120000`, 'CB', 2],
  [`acheteur_siret=${RENNES}&q=ecoles`, 'A', 1],
  [`acheteur_siret=${RENNES}&q=RENOVATIONS+%C3%89COLE`, 'A', 1],
  [`acheteur_siret=${RENNES}&q=renovation+espaces`, '', 0],
  [`titulaire_siren=${MAINE.slice(0, 9)}&q=ecole`, 'AC', 2],
  [`titulaire_siret=${MAINE}&q=ecole&departement=35`, 'AC', 2],
  [`titulaire_siret=${MAINE_SUD}&q=espaces+verts`, 'B', 1],
  [`titulaire_siret=${MAINE_SUD}&q=ecole`, '', 0],
  [`titulaire_siren=${HIDDEN.slice(0, 9)}&q=ecole`, '', 0],
  [`acheteur_siret=${METZ}&titulaire_siret=${MAINE}&q=travaux`, 'C', 1],
  [`acheteur_siret=${RENNES}&q=de+la`, '', 0],
  [`acheteur_siret=${RENNES}&q=${encodeURIComponent("d'accès <-> & | ! :* \\ ' \" ; drop table")}`, '', 0],
])('%s', async (query, expected, total) => {
  const answer = await get(query);
  expect({ status: answer.status, found: uids(answer), total: answer.body.meta?.total }).toEqual({
    status: 200,
    found: expected,
    total,
  });
  expect(await walk(query, [1])).toBe(expected);
});

/** Uids of a whole walk; checks the meta of each page. */
async function walk(query: string, limites: number[]): Promise<string> {
  let found = '';
  let curseur: string | null = null;
  for (let page = 0; ; page += 1) {
    const limite = limites[page % limites.length]!;
    const after: string = curseur === null ? '' : `&curseur=${curseur}`;
    const { status, body } = await get(`limite=${limite}&${query}${after}`);
    expect(status).toBe(200);
    expect(Object.keys(body.meta)).toEqual(['limite', 'curseur_suivant', 'total']);
    expect(body.meta.limite).toBe(limite);
    if (page > 0) expect(body.meta.total).toBeNull();
    found += (body.data as ContratServi[]).map(({ uid }) => uid).join('');
    curseur = body.meta.curseur_suivant;
    if (curseur === null) return found;
    expect(body.data.length).toBe(limite);
  }
}

describe('walks', () => {
  /** The day of each contract, `a` the first to arrive: many of one day, some without. */
  const DAYS = ['2026-01-02', '2026-01-01', '2026-01-01', null, '2026-01-01', null, '2026-01-03', '2026-01-01', null];
  const BUYER = '21420218300017';
  const ORDER = 'gahecbifd';

  beforeAll(() =>
    served.publish(
      Object.fromEntries(
        DAYS.map((date_notification, n) => [
          String.fromCharCode(97 + n),
          {
            acheteur: { siret: BUYER, nom: null },
            objet: 'Fauchage',
            titulaires: [titulaire('11111111100012')],
            cpv: '77310000',
            date_notification,
            lieu_execution: executedIn('42'),
          },
        ]),
      ),
    ),
  );

  test.each([
    `acheteur_siret=${BUYER}`,
    'departement=42',
    'cpv=77',
    'cpv=773100',
    'titulaire_siren=111111111',
    'titulaire_siret=11111111100012',
    `acheteur_siret=${BUYER}&q=fauchage`,
    'departement=42&cpv=77',
  ])('%s: each once, newest first, unknown days last, whatever the sizes of pages', async (query) => {
    for (const limites of [[1], [2], [3, 1], [8], [9], [100]]) expect(await walk(query, limites)).toBe(ORDER);
  });

  test('what comes meanwhile neither repeats nor hides what the walk has left', async () => {
    const first = await get('departement=42&limite=3');
    await served.publish({ z: { lieu_execution: executedIn('42'), date_notification: '2026-01-01' } });
    const rest = await get(`departement=42&limite=100&curseur=${first.body.meta.curseur_suivant}`);
    expect(uids(first) + uids(rest)).toBe(ORDER);
    await served.world.remove('z');
    await served.world.recalculate();
    expect(await walk('departement=42', [100])).toBe(ORDER);
  });
});
