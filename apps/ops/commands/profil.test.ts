import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { emptyDataDir, ops, opsJson } from '../testing/ops.js';

const PROFIL = { cpv: ['4521'], mots_cles: ['rénovation énergétique'], departements: ['35'], rayon_km: 100 };
const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let comptes: string[];
const folder = emptyDataDir();
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  const create = (nom: string) =>
    opsJson<{ id: string }>(['compte', 'creer', '--nom', nom, '--email', `${nom}@b.fr`], env);
  // In the order of their ids, as the table is read here.
  comptes = [(await create('un')).id, (await create('deux')).id].sort();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from write.profil; delete from write.profil_a_noter'));

function file(...lines: unknown[]): string {
  const path = join(folder, 'profils.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}
const importer = (path: string, ...more: string[]) => ops(['profil', 'importer', path, ...more], env);
const stored = async () =>
  (await database.pool.query('select compte_id, version, profil from write.profil order by compte_id')).rows;
const queued = async () => (await database.pool.query('select compte_id from write.profil_a_noter')).rows.length;

test('profiles are written, what is left out being empty, and queued; the same file again changes nothing', async () => {
  const path = file({ compte_id: comptes[0], profil: PROFIL }, '', { compte_id: comptes[1], profil: {} });
  await expect(importer(path)).resolves.toMatchObject({
    code: 0,
    stdout: '2 lines read: 2 profiles new or changed, 0 unchanged.\n',
  });
  const empty = { cpv: [], mots_cles: [], departements: [], rayon_km: 0, types_marche: [], procedures: [] };
  const budget = { budget_min: null, budget_max: null };
  expect(await stored()).toEqual([
    { compte_id: comptes[0], version: 1, profil: { ...empty, ...budget, ...PROFIL } },
    { compte_id: comptes[1], version: 1, profil: { ...empty, ...budget } },
  ]);
  expect(await queued()).toBe(2);

  await database.pool.query('delete from write.profil_a_noter');
  await expect(importer(path)).resolves.toMatchObject({
    stdout: '2 lines read: 0 profiles new or changed, 2 unchanged.\n',
  });
  expect(await queued()).toBe(0);
  await importer(file({ compte_id: comptes[0], profil: { ...PROFIL, rayon_km: 50 } }));
  expect((await stored()).find(({ compte_id }) => compte_id === comptes[0])).toMatchObject({ version: 2 });
  expect(await queued()).toBe(1);
});

test('a profile of null is deleted, and its feed is to be emptied', async () => {
  await importer(file({ compte_id: comptes[0], profil: PROFIL }));
  await database.pool.query('delete from write.profil_a_noter');
  await expect(importer(file({ compte_id: comptes[0], profil: null }))).resolves.toMatchObject({
    code: 0,
    stdout: '1 lines read: 0 profiles new or changed, 1 deleted, 0 unchanged.\n',
  });
  expect(await stored()).toEqual([]);
  expect(await queued()).toBe(1);
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{"compte_id":', /use one JSON object a line/],
  ['a list', [1], /use one JSON object a line/],
  ['no account', { profil: PROFIL }, /compte_id: use the id of an account/],
  ['an unknown account', { compte_id: UNKNOWN, profil: PROFIL }, /compte_id: no account has this id/],
  ['no profile', { compte_id: UNKNOWN }, /profil: use an object, or null/],
  ['a profile that is a text', { compte_id: UNKNOWN, profil: 'x' }, /profil: use an object/],
  ['an unknown field beside it', { compte_id: UNKNOWN, profil: {}, statut: 'new' }, /statut: unknown field/],
  ['an unknown field in it', { compte_id: UNKNOWN, profil: { rayon: 5 } }, /profil\.rayon: unknown field/],
  ['a CPV of one digit', { compte_id: UNKNOWN, profil: { cpv: ['4'] } }, /profil\.cpv: .*2 to 8 digits/],
  ['a CPV that is a number', { compte_id: UNKNOWN, profil: { cpv: [45] } }, /profil\.cpv: /],
  ['a list that is a text', { compte_id: UNKNOWN, profil: { mots_cles: 'toit' } }, /profil\.mots_cles: use a list/],
  ['a keyword that tells nothing', { compte_id: UNKNOWN, profil: { mots_cles: ['de la'] } }, /profil\.mots_cles: /],
  ['a department that is none', { compte_id: UNKNOWN, profil: { departements: ['20'] } }, /profil\.departements: .*2A/],
  ['a radius below 0', { compte_id: UNKNOWN, profil: { rayon_km: -1 } }, /profil\.rayon_km: use whole kilometres/],
  ['a radius of a half', { compte_id: UNKNOWN, profil: { rayon_km: 0.5 } }, /profil\.rayon_km: /],
  ['a budget that is a text', { compte_id: UNKNOWN, profil: { budget_min: '5' } }, /profil\.budget_min: use euros/],
  ['a budget upside down', { compte_id: UNKNOWN, profil: { budget_min: 5, budget_max: 4 } }, /at most budget_max/],
  ['another type', { compte_id: UNKNOWN, profil: { types_marche: ['travaux'] } }, /Travaux, Services, Fournitures/],
  ['what PostgreSQL refuses', { compte_id: UNKNOWN, profil: { procedures: ['a\u0000'] } }, /profil\.procedures: /],
  ['an empty procedure', { compte_id: UNKNOWN, profil: { procedures: [' '] } }, /profil\.procedures: /],
])('%s is refused with its line, and nothing is written', async (_, wrong, message) => {
  const answer = await importer(file({ compte_id: comptes[0], profil: PROFIL }, wrong));
  expect(answer).toMatchObject({ code: 1, stdout: '' });
  expect(answer.stderr).toMatch(/^line 2: /);
  expect(answer.stderr).toMatch(message);
  expect(answer.stderr).toMatch(/Nothing is written: .*--ignorer-erreurs/);
  expect(await stored()).toEqual([]);
});

test('--ignorer-erreurs writes the right lines and tells of the others', async () => {
  const path = file(
    { compte_id: UNKNOWN, profil: PROFIL },
    { compte_id: comptes[0], profil: PROFIL },
    { compte_id: comptes[0], profil: {} },
    'x',
  );
  const { code, stdout } = await importer(path, '--ignorer-erreurs');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    '4 lines read: 1 profiles new or changed, 0 unchanged, 3 refused.',
    'line 1: compte_id: no account has this id (ops compte lister)',
    'line 3: compte_id: already on line 2, give each account once',
    'line 4: use one JSON object a line',
    '',
  ]);
  expect(await stored()).toMatchObject([{ compte_id: comptes[0], profil: PROFIL }]);
});

test('a file that is not there is refused', async () => {
  await expect(importer(join(folder, 'none.jsonl'))).resolves.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No file'),
  });
});

test('renoter queues every notice that is open, once', async () => {
  await insertManyNotices(database.pool, 70);
  await database.pool.query('truncate write.a_noter');
  const open = (await database.pool.query(`select id from read.avis where statut = 'ouvert'`)).rowCount!;
  await expect(opsJson(['profil', 'renoter'], env)).resolves.toEqual({ avis: open });
  await expect(opsJson(['profil', 'renoter'], env)).resolves.toEqual({ avis: 0 });
});

test('voir shows a profile, its version and its feed, or says that there is none', async () => {
  await importer(file({ compte_id: comptes[0], profil: PROFIL }));
  const { stdout } = await ops(['profil', 'voir', comptes[0]!], env);
  expect(stdout).toMatch(/^compte +(un|deux)\nversion +1\n/);
  expect(stdout).toMatch(/^cpv +4521$/m);
  expect(stdout).toMatch(/^fil +0 notices, 0 of them of score 50 or more$/m);
  expect(stdout).toMatch(/does not follow it yet/);
  await expect(opsJson(['profil', 'voir', comptes[0]!], env)).resolves.toMatchObject({ profil: PROFIL, version: 1 });
  await expect(ops(['profil', 'voir', comptes[1]!], env)).resolves.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No profile'),
  });
});
