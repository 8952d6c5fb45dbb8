import { CleDirectory } from '#access/cles/directory';
import { PERIMETRES } from '#contract/vocabulary';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

interface CleView {
  id: string;
  cle: string;
  prefixe: string;
  etat: string;
  usage: string;
  perimetres: string[];
  expire_le: string | null;
  remplace?: CleView;
}

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let compte: string;
const find = (cle: string) => new CleDirectory(database.pool).find(cle);
const emettre = (...options: string[]) => opsJson<CleView>(['cle', 'emettre', compte, ...options], env);

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  compte = (await opsJson<{ id: string }>(['compte', 'creer', '--nom', 'A', '--email', 'a@b.fr'], env)).id;
});
afterAll(() => database.close());

test('an issued key works, with every scope unless told otherwise', async () => {
  const issued = await emettre();
  expect(issued).toMatchObject({ etat: 'valide', usage: 'interne', perimetres: PERIMETRES, expire_le: null });
  await expect(find(issued.cle)).resolves.toMatchObject({ cleId: issued.id, usage: 'interne' });
});

test('scopes, usage and expiry are those asked for', async () => {
  const asked = ['--perimetres', 'avis:read,decp:read', '--usage', 'rediffusion', '--expire', '2099-12-31'];
  await expect(emettre(...asked)).resolves.toMatchObject({
    perimetres: ['avis:read', 'decp:read'],
    usage: 'rediffusion',
    expire_le: '2099-12-31T23:59:59.999Z',
  });
});

test('lists never show a key, only how to recognise it', async () => {
  const issued = await emettre();
  const { stdout } = await ops(['cle', 'lister', compte], env);
  expect(stdout).toContain(issued.prefixe);
  expect(stdout).not.toContain(issued.cle);
});

test('a revoked key stops working', async () => {
  const { cle, prefixe } = await emettre();
  const { code, stdout } = await ops(['cle', 'revoquer', prefixe], env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(prefixe) });
  await expect(find(cle)).resolves.toBeNull();
});

test('a replaced key works on for the grace period only', async () => {
  const old = await emettre();
  const fresh = await opsJson<CleView>(['cle', 'renouveler', old.id, '--grace', '1h'], env);
  expect(fresh.remplace).toMatchObject({ id: old.id, etat: 'valide' });
  expect(Date.parse(fresh.remplace?.expire_le ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
  await expect(find(fresh.cle)).resolves.toMatchObject({ cleId: fresh.id });
  await expect(find(old.cle)).resolves.not.toBeNull();
  const { cle } = await opsJson<CleView>(['cle', 'renouveler', fresh.id, '--grace', '0s'], env);
  await expect(find(fresh.cle)).resolves.toBeNull();
  await expect(find(cle)).resolves.not.toBeNull();
});

test.each([
  ['an unknown scope', ['cle', 'emettre', 'x', '--perimetres', 'avis:write'], 2, /avis:read/],
  ['a day that does not exist', ['cle', 'emettre', 'x', '--expire', '2027-02-31'], 2, /YYYY-MM-DD/],
  ['a grace without unit', ['cle', 'renouveler', 'x', '--grace', '10'], 2, /24h/],
  ['an unknown key', ['cle', 'revoquer', 'mpk_unknown'], 1, /No key/],
  ['an unknown account', ['cle', 'emettre', 'x'], 1, /No account/],
])('%s is refused with what to do', async (_, args, code, message) => {
  const answer = await ops(args, env);
  expect(answer).toMatchObject({ code, stdout: '' });
  expect(answer.stderr).toMatch(message);
});

test('a key is not issued to an account of another plan', async () => {
  const { id } = await opsJson<{ id: string }>(
    ['compte', 'creer', '--nom', 'B', '--email', 'b@b.fr', '--plan', 'gratuit'],
    env,
  );
  const answer = await ops(['cle', 'emettre', id], env);
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/plan to pro/) });
});
