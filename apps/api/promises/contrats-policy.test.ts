import { eventually } from '#access/testing/eventually';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { PERIMETRES } from '#contract/vocabulary';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';

/** Quota, memory and delay of the routes of contracts, contractors and buyers, as the contract's tables say them. */

const BUYER = '21350238800019';
const HOLDER = '12345678200010';
const SLUG = `ateliers-${HOLDER}`;

let served: ContratsApi;
let api: TestApi;
beforeAll(async () => {
  served = await startContratsApi();
  ({ api } = served);
  const contrat = {
    acheteur: { siret: BUYER, nom: 'Rennes' },
    titulaires: [titulaire(HOLDER, 'Ateliers')],
    cpv: '45210000',
    lieu_execution: executedIn('35'),
  };
  await served.publish({ A: contrat, B: contrat, C: contrat });
});
afterAll(() => served.close());

async function counted(compteId: string): Promise<string> {
  const { rows } = await api.database.pool.query<{ line: string }>(
    "select famille || ' ' || consomme as line from access.quota where compte_id = $1 and consomme > 0 order by 1",
    [compteId],
  );
  return rows.map(({ line }) => line).join();
}

/** Route, what it reserves, what it serves, its family and scope. */
const ROUTES = [
  ['/contrats?cpv=45', 50, 3, 'decp', 'decp:read'],
  ['/contrats?cpv=45&limite=2', 2, 2, 'decp', 'decp:read'],
  ['/contrats?cpv=45&limite=100', 100, 3, 'decp', 'decp:read'],
  ['/contrats?cpv=99&limite=10', 10, 0, 'decp', 'decp:read'],
  ['/prestataires', 20, 1, 'general', 'prestataires:read'],
  ['/prestataires?per_page=100', 100, 1, 'general', 'prestataires:read'],
  [`/prestataires/${SLUG}`, 1, 1, 'general', 'prestataires:read'],
  [`/acheteurs/${BUYER}`, 1, 1, 'general', 'acheteurs:read'],
] as const;

describe.each(ROUTES)('%s', (path, reserved, records, famille, perimetre) => {
  test(`reserves ${reserved} records of ${famille}, and counts the ${records} that it serves`, async () => {
    const other = famille === 'decp' ? 'general' : 'decp';
    const cle = (limit: number) =>
      createKey(api.database, { perimetres: [perimetre], limites: { [famille]: limit, [other]: 0 } });
    const enough = await cle(reserved);
    const answer = await api.get(path, enough.key);
    expect([answer.status, answer.headers.get('x-quota-limit')]).toEqual([200, String(reserved)]);
    await eventually(
      10_000,
      async () => (await counted(enough.compteId)) === (records === 0 ? '' : `${famille} ${records}`),
    );
    const less = await cle(reserved - 1);
    const refused = await api.get(path, less.key);
    expect([refused.status, refused.code, refused.headers.get('x-quota-remaining')]).toEqual([
      429,
      'quota_exceeded',
      '0',
    ]);
    expect(await counted(less.compteId)).toBe('');
  });

  test(`asks for the scope ${perimetre}`, async () => {
    const { key } = await createKey(api.database, { perimetres: PERIMETRES.filter((one) => one !== perimetre) });
    expect(await api.get(path, key)).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

test('contracts are remembered for 60 seconds, by every filter and place; contractors and buyers never', async () => {
  const remembering = await startApi({ responseMemorySeconds: 60 }, api.database);
  const { key, compteId } = await createKey(api.database);
  const get = (path: string) => remembering.get(path, key);
  try {
    const first = await get('/contrats?cpv=45&limite=1');
    const next = `/contrats?cpv=45&limite=1&curseur=${first.body.meta.curseur_suivant}`;
    const second = await get(next);
    const fresh = ['/prestataires', `/prestataires/${SLUG}`, `/acheteurs/${BUYER}`];
    for (const path of fresh) expect([path, (await get(path)).status]).toEqual([path, 200]);
    await served.world.remove('C');
    await served.world.recalculate();
    expect((await get('/contrats?cpv=45&limite=1')).body).toEqual(first.body);
    expect((await get(next)).body).toEqual(second.body);
    expect((await get('/contrats?cpv=45')).body.data).toHaveLength(2);
    expect((await get(`/acheteurs/${BUYER}`)).body.data.contrats.nombre).toBe(2);
    expect((await get(`/prestataires/${SLUG}`)).body.data.statistiques.nombre_contrats).toBe(2);
    // A remembered answer is counted like a computed one.
    await eventually(10_000, async () => (await counted(compteId)) === 'decp 6,general 5');
  } finally {
    await remembering.close();
  }
});

test.each([
  ['/contrats?cpv=45', 'read.contrat'],
  [`/contrats?titulaire_siret=${HOLDER}`, 'read.contrat_titulaire'],
  ['/prestataires', 'read.prestataire'],
])('%s, held up beyond its delay, answers 503 and counts nothing', async (path, table) => {
  const impatient = await startApi({ listTimeoutMs: 200, logLevel: 'silent' }, api.database);
  const { key, compteId } = await createKey(api.database);
  const holder = await api.database.pool.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const answer = await impatient.get(path, key);
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
  } finally {
    await holder.query('rollback');
    holder.release();
    await impatient.close();
  }
  expect(await counted(compteId)).toBe('');
});
