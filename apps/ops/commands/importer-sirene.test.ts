import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { companiesOf } from '../../feeds/decp/contract.js';
import { entreprise } from '../../feeds/entreprises.js';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { ops, opsJson } from '../testing/ops.js';

const SEED = 5;
const SIZE = 100;

let database: TestDatabase;
let feeds: Feeds;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  feeds = await createFeeds({ seed: SEED, size: SIZE });
  folder = await mkdtemp(join(tmpdir(), 'marches-ops-sirene-'));
  env = { DATABASE_URL: database.url, FEEDS_URL: feeds.url, DATA_DIR: folder };
  const known = Array.from({ length: companiesOf(SIZE) }, (_, n) => entreprise(SEED, n).siren);
  await database.pool.query('insert into write.revendication (siren) select unnest($1::text[])', [known]);
});
afterAll(async () => {
  await feeds.close();
  await database.close();
  await rm(folder, { recursive: true });
});

test('both files are read for the companies that we know, then neither while nothing changed', async () => {
  const reports = await opsJson<{ stock: string; outcome: string; bilan: Record<string, number> }[]>(
    ['importer', 'sirene'],
    env,
  );
  const known = companiesOf(SIZE);
  expect(reports).toMatchObject([
    { stock: 'sirene_unites', outcome: 'succeeded', bilan: { cherchees: known, trouvees: known, illisibles: 0 } },
    { stock: 'sirene_etablissements', outcome: 'succeeded', bilan: { cherchees: known, trouvees: known } },
  ]);
  const again = await ops(['importer', 'sirene'], env);
  expect(again.stdout).toMatch(/UniteLegale[^\n]*inchangé\n[^\n]*Etablissement[^\n]*inchangé/);
  const relire = await ops(['importer', 'sirene', 'unites', '--relire'], env);
  expect(relire.stdout).toMatch(new RegExp(`${known} +${known} +0 +\\d+ +0 +réussi`));
});

test('a file of this machine tells by its name which one it is', async () => {
  const path = join(folder, 'StockUniteLegale_extrait.csv');
  await writeFile(path, `siren,statutDiffusionUniteLegale\n${entreprise(SEED, 0).siren},P\n`);
  expect(await opsJson(['importer', 'sirene', path], env)).toMatchObject([
    { stock: 'sirene_unites', bilan: { changees: 1, non_diffusibles: 1 } },
  ]);
  const other = join(folder, 'extrait.csv');
  await writeFile(other, 'siren\n');
  expect(await ops(['importer', 'sirene', other], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must hold StockUniteLegale or StockEtablissement'),
  });
});

test('what cannot be read is refused, saying why', async () => {
  expect(await ops(['importer', 'sirene', 'nowhere.csv'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('neither unites, etablissements nor a file'),
  });
  const path = join(folder, 'StockEtablissement.csv');
  await writeFile(path, 'siren,siret\n');
  expect(await ops(['importer', 'sirene', path], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it lacks the column statutDiffusionEtablissement'),
  });
});

test('one at a time', async () => {
  const other = await database.pool.connect();
  try {
    await other.query(`select pg_advisory_lock(730198, hashtext('sirene_unites'))`);
    expect(await ops(['importer', 'sirene', 'unites'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another import of sirene_unites is under way'),
    });
  } finally {
    other.release(true);
  }
});
