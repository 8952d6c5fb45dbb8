import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { emptyDataDir, ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let compte: string;
let avis: string[];
const folder = emptyDataDir();
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  compte = (await opsJson<{ id: string }>(['compte', 'creer', '--nom', 'un', '--email', 'un@b.fr'], env)).id;
  await insertManyNotices(database.pool, 20);
  avis = (await database.pool.query<{ id: string }>('select id from read.avis order by id')).rows.map(({ id }) => id);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate write.suivi, write.a_noter, read.opportunite');
});

function file(...lines: unknown[]): string {
  const path = join(folder, 'statuts.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}
const importer = (path: string, ...more: string[]) => ops(['statut', 'importer', path, ...more], env);
const stored = async () =>
  (await database.pool.query('select avis_id, statut, vu_le from write.suivi order by avis_id')).rows;
const line = (n: number, statut: string, vu_le?: string | null) => ({
  compte_id: compte,
  avis_id: avis[n],
  statut,
  ...(vu_le === undefined ? {} : { vu_le }),
});

test('statuses are written, shown in the feed at once and queued; the same file again changes nothing', async () => {
  await database.pool.query(
    `insert into read.opportunite (compte_id, avis_id, score, raisons) values ($1, $2, 80, '{}')`,
    [compte, avis[0]],
  );
  const path = file(line(1, 'gagne'), line(0, 'saved', '2026-11-21T10:30:00+01:00'));
  await expect(importer(path)).resolves.toMatchObject({
    code: 0,
    stdout: '2 lines read: 2 statuses new or changed, 0 unchanged.\n',
  });
  const seen = new Date('2026-11-21T09:30:00Z');
  expect(await stored()).toEqual([
    { avis_id: avis[0], statut: 'saved', vu_le: seen },
    { avis_id: avis[1], statut: 'gagne', vu_le: null },
  ]);
  const feed = await database.pool.query('select statut_utilisateur, vu_le from read.opportunite');
  expect(feed.rows).toEqual([{ statut_utilisateur: 'saved', vu_le: seen }]);
  const queued = async () => (await database.pool.query('select from write.a_noter')).rowCount;
  expect(await queued()).toBe(2);

  await database.pool.query('truncate write.a_noter');
  await expect(importer(path)).resolves.toMatchObject({
    stdout: '2 lines read: 0 statuses new or changed, 2 unchanged.\n',
  });
  expect(await queued()).toBe(0);
});

test.each<[string, (right: object) => unknown, RegExp]>([
  ['no JSON', () => '{', /use one JSON object a line/],
  ['an unknown account', (right) => ({ ...right, compte_id: randomUUID() }), /compte_id: no account has this id/],
  ['an unknown notice', (right) => ({ ...right, avis_id: randomUUID() }), /avis_id: no notice has this id/],
  ['a notice that is no id', (right) => ({ ...right, avis_id: '26-1' }), /avis_id: use the id of a notice/],
  ['another status', (right) => ({ ...right, statut: 'vu' }), /statut: use one of new, viewed, saved/],
  ['a day', (right) => ({ ...right, vu_le: '2026-11-21' }), /vu_le: use an instant like/],
  ['an instant without zone', (right) => ({ ...right, vu_le: '2026-11-21T09:30:00' }), /vu_le: use an instant/],
  ['a day that does not exist', (right) => ({ ...right, vu_le: '2026-02-31T09:30:00Z' }), /vu_le: use an instant/],
  ['an unknown field', (right) => ({ ...right, score: 3 }), /score: unknown field/],
  ['a line given before', () => line(0, 'viewed'), /already on line 1/],
])('%s is refused with its line, and nothing is written', async (_, wrong, message) => {
  const answer = await importer(file(line(0, 'saved'), wrong(line(1, 'saved'))));
  expect(answer).toMatchObject({ code: 1, stdout: '' });
  expect(answer.stderr).toMatch(/^line 2: /);
  expect(answer.stderr).toMatch(message);
  expect(await stored()).toEqual([]);
});

test('--ignorer-erreurs writes the right lines and tells of the others, however many they are', async () => {
  const wrong = Array.from({ length: 150 }, () => 'x');
  const { code, stdout } = await importer(file(...wrong, line(0, 'applied')), '--ignorer-erreurs');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^151 lines read: 1 statuses new or changed, 0 unchanged, 150 refused\.\nline 1: use one/);
  expect(stdout).toMatch(/… and 50 more lines\n$/);
  expect(await stored()).toHaveLength(1);
});

test('more lines than one batch are written whole', async () => {
  await database.pool.query(
    `insert into access.compte (id, nom, email, plan) select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'n', 'n@b.fr', 'pro'
     from generate_series(1, 600) n`,
  );
  const comptes = Array.from({ length: 600 }, (_, n) => `10000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`);
  const lines = comptes.flatMap((compte_id) =>
    avis.slice(0, 10).map((avis_id) => ({ compte_id, avis_id, statut: 'viewed' })),
  );
  await expect(importer(file(...lines))).resolves.toMatchObject({
    stdout: '6000 lines read: 6000 statuses new or changed, 0 unchanged.\n',
  });
}, 60_000);
