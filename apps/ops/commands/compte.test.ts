import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

interface CompteView {
  id: string;
  nom: string;
  plan: string;
}

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
});
afterAll(() => database.close());

test('an account is created, listed, and its plan changed', async () => {
  const created = await opsJson<CompteView>(['compte', 'creer', '--nom', 'Ma société', '--email', 'a@b.fr'], env);
  expect(created).toMatchObject({ nom: 'Ma société', email: 'a@b.fr', plan: 'pro' });
  const changed = await opsJson<CompteView>(['compte', 'plan', created.id, 'gratuit'], env);
  expect(changed.plan).toBe('gratuit');
  await expect(opsJson(['compte', 'lister'], env)).resolves.toEqual([changed]);
  const listed = await ops(['compte', 'lister'], env);
  expect(listed.stdout).toMatch(/^id\s+nom\s+email\s+plan/);
  expect(listed.stdout).toContain('Ma société');
});

test('the text of a creation names the next step', async () => {
  const { code, stdout } = await ops(['compte', 'creer', '--nom', 'B', '--email', 'b@b.fr'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm run ops -- cle emettre [0-9a-f-]{36}/);
});

test.each([
  ['an unknown account', ['compte', 'plan', '00000000-0000-4000-8000-000000000000', 'pro'], 1, /No account/],
  ['an address that is none', ['compte', 'creer', '--nom', 'A', '--email', 'nowhere'], 1, /e-mail/],
  ['an unknown plan', ['compte', 'plan', 'x', 'or'], 2, /pro, gratuit/],
  ['a missing name', ['compte', 'creer', '--email', 'a@b.fr'], 2, /--nom/],
  ['an unknown command', ['compte', 'supprimer'], 2, /unknown command/],
])('%s is refused with what to do', async (_, args, code, message) => {
  const answer = await ops(args, env);
  expect(answer).toMatchObject({ code, stdout: '' });
  expect(answer.stderr).toMatch(message);
});
