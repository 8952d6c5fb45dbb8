import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { ...process.env, DATABASE_URL: database.url };
});
afterAll(() => database.close());

test('a backup that succeeded is noted, and seen newest first', async () => {
  expect((await ops(['sauvegarde', 'etat'], env)).stdout).toContain('No backup was ever noted');
  await ops(['sauvegarde', 'noter', 's3://un'], env);
  await ops(['sauvegarde', 'noter', 's3://deux', '--ko', '48211032'], env);
  const backups = await opsJson<{ lieu: string; octets: number | null }[]>(['sauvegarde', 'etat'], env);
  expect(backups).toMatchObject([
    { lieu: 's3://deux', octets: 48_211_032_000 },
    { lieu: 's3://un', octets: null },
  ]);
});

test('a restore: its state is told at every step, and what may not be done is refused with what to do', async () => {
  expect((await ops(['restauration', 'etat'], env)).stdout).toContain('No restore was ever declared.');
  expect((await ops(['restauration', 'reprendre'], env)).stderr).toContain('ops restauration declarer');
  expect((await ops(['restauration', 'declarer', '--temoin-entier'], env)).stderr).toContain('--temoin <file>');
  expect((await ops(['restauration', 'declarer', '--perte', 'hier'], env)).stderr).toContain('2026-11-21T03:12:00Z');
  expect((await ops(['restauration', 'declarer', '--temoin', 'package.json'], env)).stderr).toContain(
    'Line 1 of package.json',
  );
  expect((await ops(['restauration', 'declarer', '--perte', '2020-01-01T00:00:00Z'], env)).stderr).toContain('--point');
  expect((await ops(['restauration', 'declarer', '--simuler'], env)).stdout).toContain('Nothing is written.');
  expect((await ops(['restauration', 'declarer'], env)).code).toBe(0);
  expect((await ops(['restauration', 'etat'], env)).stdout).toMatch(/plancher +20.*Z/);
  expect((await ops(['restauration', 'terminer'], env)).stdout).toContain('0 notices are told as supprime.');
});

test('the purge says what would go, and takes it away', async () => {
  await database.pool.query(`insert into access.usage values (current_date - 500, null, '/avis', 200, 3)`);
  const lines = async (...args: string[]) =>
    (await opsJson<{ tables: { table: string; lignes: number }[] }>(['purger', ...args], env)).tables.find(
      ({ table }) => table === 'access.usage',
    )?.lignes;
  expect([await lines('--simuler'), await lines(), await lines()]).toEqual([1, 1, 0]);
});

test('the state of verdicts: a line a model, with why the last evaluation was put off', async () => {
  const avis = '00000000-0000-5000-8000-000000000000';
  await database.pool.query(
    `insert into write.verdict (compte_id, avis_id, role, avis_empreinte, profil_version, modele, consigne, valeur)
     values ($1, $1, 'petit', '', 1, 'm', 'c', 'non')`,
    [avis],
  );
  await database.pool.query(
    `insert into write.evaluation (compte_id, avis_id, role, avis_empreinte, profil_version, modele, consigne, attempts, error, not_before)
     values ($1, $1, 'grand', '', 1, 'm', 'c', 1, 'timeout', now() + interval '1 hour')`,
    [avis],
  );
  expect(await opsJson(['verdict', 'etat'], env)).toMatchObject([
    { role: 'petit', configure: false, verdicts: 1, non: 1, en_cours: 0, repousses: 0, erreur: null },
    { role: 'grand', verdicts: 0, repousses: 1, erreur: 'timeout' },
  ]);
  expect((await ops(['verdict', 'etat'], env)).stdout).toContain('timeout');
});
