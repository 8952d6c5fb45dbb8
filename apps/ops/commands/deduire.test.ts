import { siretOf } from '#acheteurs/testing/sirets';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

const SIRET = siretOf(21_060_033);
const REPORT = {
  acheteurs: 1,
  avis_sans_siret: 2,
  attaches: 1,
  deja: 0,
  chez_un_double: 0,
  ambigus: 0,
  inconnus: 1,
  sans_nom: 0,
};

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  const notices = [
    ['Commune de Carros', SIRET],
    ['Mairie de CARROS', null],
    ['Mairie de Nice', null],
  ].map(([nom, siret], n) => ({
    id: `00000000-0000-5000-8000-00000000000${n}`,
    notice: { acheteur: { nom, siret, departement: '06' } },
  }));
  await database.pool.query(
    'insert into write.match_notice select id, notice from json_to_recordset($1::json) as r (id uuid, notice json)',
    [JSON.stringify(notices)],
  );
});
afterAll(() => database.close());

async function written(): Promise<number> {
  const { rows } = await database.pool.query(
    `select (select count(*) from write.siret_deduit) + (select count(*) from write.acheteur)
       + (select count(*) from write.a_projeter) as n`,
  );
  return Number((rows[0] as { n: string }).n);
}

test('a simulation says what would be attached and writes nothing', async () => {
  expect(await opsJson(['deduire', '--simuler'], env)).toEqual({ simulation: true, ...REPORT });
  const { stdout } = await ops(['deduire', '--simuler'], env);
  expect(stdout).toMatch(/à attacher\s+1\n[^]*inconnus du registre\s+1\n[^]*Nothing is written/);
  expect(await written()).toBe(0);
});

test('one at a time', async () => {
  const other = await database.pool.connect();
  try {
    await other.query('select pg_advisory_lock(7301950147)');
    expect(await ops(['deduire'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another deduction is under way'),
    });
  } finally {
    other.release(true);
  }
});

test('attached now, once', async () => {
  expect(await opsJson(['deduire'], env)).toEqual({ simulation: false, ...REPORT });
  expect(await written()).toBe(3);
  expect(await opsJson(['deduire'], env)).toMatchObject({ attaches: 0, deja: 1, inconnus: 1 });
  const { stdout } = await ops(['deduire'], env);
  expect(stdout).toMatch(/déjà attachés\s+1\n[^]*Nothing new/);
});
