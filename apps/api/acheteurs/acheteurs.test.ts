import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey } from '../testing/api.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';
import { inDays, publishNotices } from '../testing/notices.js';

const RENNES = '21350238800019';

let served: ContratsApi;
let key: string;
const get = (path: string, cle = key) => served.api.get(path, cle);

beforeAll(async () => {
  served = await startContratsApi();
  ({ key } = await createKey(served.api.database));
  await served.world.inscrit(RENNES, 'Ville de Rennes', '35');
  await served.publish({
    A: {
      acheteur: { siret: RENNES, nom: null },
      titulaires: [titulaire('12345678200010', 'Ateliers du Maine')],
      montant: 1_000,
      cpv: '45261000',
      date_notification: '2026-06-01',
      duree_mois: 3,
      lieu_execution: executedIn('35'),
    },
  });
});
afterAll(() => served.close());

test('a buyer is served with the fields of the decisions', async () => {
  const { status, body } = await get(`/acheteurs/${RENNES}`);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    siret: RENNES,
    siren: RENNES.slice(0, 9),
    nom: 'Ville de Rennes',
    departement: '35',
    categorie: null,
    avis_ouverts: 0,
    contrats: {
      nombre: 1,
      montant_total: 1_000,
      montant_median: 1_000,
      premiere_notification: '2026-06-01',
      derniere_notification: '2026-06-01',
    },
    cpv_principaux: [{ cpv: '45261000', nombre: 1 }],
    principaux_titulaires: [
      { siret: '12345678200010', nom: 'Ateliers du Maine', nombre_contrats: 1, montant_total: 1_000 },
    ],
    derniers_marches: [expect.objectContaining({ uid: 'A' })],
    contrats_a_echeance: [expect.objectContaining({ uid: 'A', fin_estimee: { date: '2026-09-01', estimation: true } })],
    liens: { fiche: `https://site.example/acheteurs/${RENNES}?src=api`, avis: expect.any(String) },
  });
});

test('an unknown SIRET is not found; what is no SIRET is an invalid parameter', async () => {
  const unknown = await get('/acheteurs/99999999900019');
  expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
  for (const siret of [
    '213502388',
    `${RENNES}1`,
    '2135023880001A',
    '%20'.repeat(14),
    'x',
    "'--",
    '%00',
    '٢'.repeat(14),
  ]) {
    const answer = await get(`/acheteurs/${siret}`);
    expect([siret, answer.status, answer.code]).toEqual([siret, 400, 'invalid_parameter']);
  }
  expect((await get(`/acheteurs/${RENNES}?x=1`)).code).toBe('invalid_parameter');
});

test('open notices are those that the key may see, open now', async () => {
  const acheteur = { nom: 'Rennes', siret: RENNES, departement: '35' };
  const ids = await publishNotices(served.api.database.pool, {
    'o-1': { acheteur },
    'o-2': { acheteur, source: 'place' },
    'o-3': { acheteur, date_limite: inDays(-2) },
    'o-4': { acheteur, motif_retrait: 'doublon' },
    'o-5': {},
  });
  const count = async (cle: string) => (await get(`/acheteurs/${RENNES}`, cle)).body.data.avis_ouverts as number;
  const { key: rediffusion } = await createKey(served.api.database, { usage: 'rediffusion' });
  expect([await count(key), await count(rediffusion)]).toEqual([2, 1]);
  await served.api.database.pool.query("update read.avis set closes_at = now() - interval '1 second' where id = $1", [
    ids[0],
  ]);
  expect([await count(key), await count(rediffusion)]).toEqual([1, 0]);
});
