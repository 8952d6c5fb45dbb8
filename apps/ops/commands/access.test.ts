import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let compte: string;
let cle: string;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  compte = (await opsJson<{ id: string }>(['compte', 'creer', '--nom', 'A', '--email', 'a@b.fr'], env)).id;
  cle = (await opsJson<{ id: string }>(['cle', 'emettre', compte], env)).id;
});
afterAll(() => database.close());

test('a daily limit is set, shown, and brought back to the default', async () => {
  const quota = { compte_id: compte, famille: 'decp', limite: 5000, fixee: true, consomme: 0 };
  await expect(opsJson(['quota', 'definir', compte, 'decp', '5000'], env)).resolves.toMatchObject(quota);
  await expect(opsJson(['quota', 'lister'], env)).resolves.toEqual([
    expect.objectContaining({ famille: 'general', limite: 50_000, fixee: false }),
    expect.objectContaining(quota),
  ]);
  const restored = { limite: 2_000, fixee: false };
  await expect(opsJson(['quota', 'definir', compte, 'decp', 'defaut'], env)).resolves.toMatchObject(restored);
});

test('a resource is cut and restored; each command shows what is cut now', async () => {
  await expect(opsJson(['couper', 'contrats'], env)).resolves.toMatchObject([{ cible: 'contrats' }]);
  await expect(opsJson(['couper', 'api'], env)).resolves.toHaveLength(2);
  await expect(opsJson(['retablir', 'contrats'], env)).resolves.toMatchObject([{ cible: 'api' }]);
  await expect(opsJson(['retablir', 'api'], env)).resolves.toEqual([]);
  await expect(ops(['coupures'], env)).resolves.toMatchObject({ stdout: 'Nothing is cut.\n' });
});

test('usage is shown by day, account, key and route', async () => {
  await database.pool.query(
    `insert into access.usage (jour, cle_id, route, statut, requetes) values
       ((clock_timestamp() at time zone 'UTC')::date, $1, 'GET /avis', 200, 12), ('2020-01-01', $1, 'GET /avis', 429, 3)`,
    [cle],
  );
  await expect(opsJson(['usage'], env)).resolves.toEqual([
    expect.objectContaining({ compte: 'A', cle_id: cle, route: 'GET /avis', statut: 200, requetes: 12 }),
  ]);
  const asked = ['usage', '--compte', compte, '--du', '2020-01-01', '--au', '2020-01-31'];
  await expect(opsJson(asked, env)).resolves.toMatchObject([{ jour: '2020-01-01', requetes: 3 }]);
});

test.each([
  ['an unknown resource', ['couper', 'sources'], 2, /departements/],
  ['an unknown family', ['quota', 'definir', 'x', 'autre', '5'], 2, /general, decp/],
  ['a limit that is no number', ['quota', 'definir', 'x', 'decp', '-5x'], 2, /integer|unknown option/],
  ['a limit of an unknown account', ['quota', 'definir', 'x', 'decp', '5'], 1, /No account/],
  ['an account that is no id', ['usage', '--compte', 'x'], 2, /UUID/],
])('%s is refused with what to do', async (_, args, code, message) => {
  const answer = await ops(args, env);
  expect(answer).toMatchObject({ code, stdout: '' });
  expect(answer.stderr).toMatch(message);
});
