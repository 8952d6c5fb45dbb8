import { unContrat, titulaire } from '#contrats/testing/contrats';
import { type ContratsWorld, createContratsWorld } from '#contrats/testing/contrats-world';
import { ops, opsJson } from '../testing/ops.js';

const SIREN = '552100554';
let world: ContratsWorld;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  world = await createContratsWorld();
  env = { DATABASE_URL: world.database.url };
});
afterAll(() => world.close());
beforeEach(() => world.reset());

interface Record {
  type: string;
  nom: string | null;
  siret: string | null;
  statistiques: unknown;
  derniers_marches: unknown[];
}

async function record(): Promise<Record | undefined> {
  await world.recalculate();
  const { rows } = await world.database.pool.query<{ detail: string }>(
    'select detail from read.prestataire where siren = $1',
    [SIREN],
  );
  return rows[0] && (JSON.parse(rows[0].detail) as Record);
}

it('makes a company registered with the service, and takes it back', async () => {
  await world.store('C1', unContrat({ titulaires: [titulaire(`${SIREN}00013`, 'PEUGEOT')] }));
  expect(await record()).toMatchObject({ type: 'decp' });
  expect(await opsJson(['prestataire', 'revendiquer', '552 100 554'], env)).toEqual({
    siren: SIREN,
    type: 'revendiquee',
    changed: true,
  });
  expect(await record()).toMatchObject({ type: 'revendiquee', nom: 'PEUGEOT' });
  expect((await ops(['prestataire', 'revendiquer', SIREN], env)).stdout).toContain('already');
  expect((await ops(['prestataire', 'oublier', SIREN], env)).code).toBe(0);
  expect(await record()).toMatchObject({ type: 'decp' });
});

it('gives a company without a contract a record of empty lists, until it is taken back', async () => {
  await world.unite({ siren: SIREN, nom: 'PEUGEOT SA', siege: `${SIREN}00013` });
  await opsJson(['prestataire', 'revendiquer', SIREN], env);
  expect(await record()).toMatchObject({
    type: 'revendiquee',
    nom: 'PEUGEOT SA',
    siret: `${SIREN}00013`,
    derniers_marches: [],
    principaux_acheteurs: [],
    contrats_a_echeance: [],
    statistiques: { nombre_contrats: 0, montant_total: null, montant_12m: 0, croissance_12m: null },
  });
  await opsJson(['prestataire', 'oublier', SIREN], env);
  expect(await record()).toBeUndefined();
});

it('shows no record of a registered company that may not be disclosed', async () => {
  await world.unite({ siren: SIREN, diffusible: false });
  await opsJson(['prestataire', 'revendiquer', SIREN], env);
  expect(await record()).toBeUndefined();
});

it.each(['55210055', '552100555', 'peugeot'])('refuses %s, which is no SIREN', async (text) => {
  const { code, stderr } = await ops(['prestataire', 'revendiquer', text], env);
  expect(code).toBe(2);
  expect(stderr).toContain('nine digits of a SIREN');
});

it('renders everything again when asked to', async () => {
  await world.store(
    'C1',
    unContrat({ titulaires: [titulaire(`${SIREN}00013`)], acheteur: { siret: null, nom: null } }),
  );
  await record();
  await world.database.pool.query(`update read.contrat set item = '{}'; update read.prestataire set detail = '{}'`);
  expect(await opsJson(['recalculer'], env)).toEqual({ queued: 2 });
  expect(await record()).toMatchObject({ derniers_marches: [{ uid: 'C1' }] });
});
