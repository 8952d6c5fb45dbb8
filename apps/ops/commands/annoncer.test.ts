import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  const cle = async (compte: string, ...options: string[]) =>
    (await opsJson<{ id: string }>(['cle', 'emettre', compte, ...options], env)).id;
  const compte = async (nom: string, email: string) =>
    (await opsJson<{ id: string }>(['compte', 'creer', '--nom', nom, '--email', email], env)).id;
  const a = await compte('Atelier "A", Lyon', 'a@b.fr');
  await cle(a);
  await cle(a, '--perimetres', 'avis:read', '--usage', 'rediffusion');
  await cle(await compte('B', 'b@b.fr'), '--perimetres', 'decp:read', '--expire', '2099-12-31');
  await compte('Sans clé', 'rien@b.fr');
  const revoked = await compte('Révoqué', 'revoque@b.fr');
  await ops(['cle', 'revoquer', await cle(revoked)], env);
  const expired = await cle(await compte('Expiré', 'expire@b.fr'), '--expire', '2099-12-31');
  await database.pool.query(`update access.cle set expire_le = now() - interval '1 s' where id = $1`, [expired]);
});
afterAll(() => database.close());

test.each([
  ['every holder of an active key, once', [], 'a@b.fr\nb@b.fr\n'],
  ['holders of a scope', ['--perimetre', 'avis:read'], 'a@b.fr\n'],
  ['holders of a usage', ['--usage', 'rediffusion'], 'a@b.fr\n'],
])('%s', async (_, options, stdout) => {
  await expect(ops(['annoncer', ...options], env)).resolves.toEqual({ code: 0, stdout, stderr: '' });
});

test('nobody: said beside, so that nothing is piped to a mail program', async () => {
  const answer = await ops(['annoncer', '--usage', 'rediffusion', '--perimetre', 'decp:read'], env);
  expect(answer).toEqual({ code: 0, stdout: '\n', stderr: expect.stringMatching(/nobody/) });
});

test('as CSV and as JSON, one entry an account, with what its keys are for', async () => {
  const { stdout } = await ops(['annoncer', '--csv'], env);
  const lines = stdout.trimEnd().split('\r\n');
  expect(lines[0]).toBe('email,nom,compte_id,plan,cles,usages,perimetres');
  expect(lines[1]).toMatch(/^a@b\.fr,"Atelier ""A"", Lyon",[\w-]{36},pro,2,interne rediffusion,\w+:read( \w+:read)+$/);
  expect(lines[2]).toMatch(/^b@b\.fr,B,[\w-]{36},pro,1,interne,decp:read$/);
  expect(lines).toHaveLength(3);
  await expect(opsJson(['annoncer', '--usage', 'rediffusion'], env)).resolves.toEqual([
    expect.objectContaining({ email: 'a@b.fr', cles: 1, perimetres: ['avis:read'], usages: ['rediffusion'] }),
  ]);
});

test('the message holds the announcements that still run, with their dates', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'marches-annonce-')), 'CHANGELOG.md');
  writeFileSync(
    file,
    '## Unreleased\n\n### Annonces\n\n- Du 2098-09-01 au 2099-01-01, `GET /avis ?tri` : le tri par date disparaît.\n- Du 2020-01-01 au 2020-06-01, `GET /vieux` : route retirée.\n',
  );
  const { code, stdout } = await ops(['annoncer', 'texte', '--fichier', file], {});
  expect(code).toBe(0);
  expect(stdout).toContain('changement à partir du 2099-01-01');
  expect(stdout).toContain('- GET /avis ?tri : le tri par date disparaît.\n  Annoncé le 2098-09-01.');
  expect(stdout).not.toContain('vieux');
  const none = await ops(['annoncer', 'texte', '--fichier', file, '--depuis', '2099-01-01'], {});
  expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing to send/) });
});

test('a changelog that is not in its form is refused, and so is none', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'marches-annonce-')), 'CHANGELOG.md');
  writeFileSync(file, '## Bientôt\n');
  await expect(ops(['annoncer', 'texte', '--fichier', file], {})).resolves.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/line 1/),
  });
  await expect(ops(['annoncer', 'texte', '--fichier', `${file}.x`], {})).resolves.toMatchObject({ code: 1 });
});
