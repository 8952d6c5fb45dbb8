import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { REGISTRES } from '#contrats/registres';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { editionOf } from '../../feeds/decp/contracts.js';
import { fileText, REGISTER_FILES } from '../../feeds/decp/files.js';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { until } from '../../worker/testing/runs.js';
import { opsJson } from '../testing/ops.js';
import { killStarted, runOps } from '../testing/service.js';

jest.setTimeout(400_000);

/** Contracts over the registers; four batches of the consolidated one are left when it is first killed. */
const SIZE = 4000;
const PATIENCE_MS = 200_000;
const NOW = new Date('2026-11-21T08:00:00Z');

interface FileReport {
  fichier: string;
  outcome: string;
  lus: number;
  bilan: { nouvelles: number; doublons: number; rejets: Record<string, number>; defauts: number } | null;
}

let feeds: Feeds;
let folder: string;
let path: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  feeds = await createFeeds({ seed: 20_261_121, size: SIZE, now: () => NOW });
  folder = mkdtempSync(join(tmpdir(), 'marches-importer-'));
  path = join(folder, 'decp_minef.json');
  const file = REGISTER_FILES.find(({ nom }) => nom === 'decp_minef.json')!;
  const parts: string[] = [];
  for await (const part of fileText(feeds.timeline, file, editionOf(feeds.timeline, NOW.getTime()))) parts.push(part);
  writeFileSync(path, parts.join(''));
});
afterEach(killStarted);
afterAll(async () => {
  for (const database of databases) await database.close();
  await feeds.close();
  rmSync(folder, { recursive: true, force: true });
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

const envOf = (database: TestDatabase) => ({ DATABASE_URL: database.url, FEEDS_URL: feeds.url });

/** All that an import leaves, without when. */
async function tables({ pool }: TestDatabase): Promise<Record<string, unknown[]>> {
  const read = async (sql: string) => (await pool.query(sql)).rows as unknown[];
  return {
    declarations: await read(
      `select registre, racine, encode(empreinte, 'hex') as empreinte, md5(body) as body, md5(facts::text) as facts
       from write.declaration order by registre, empreinte`,
    ),
    rejets: await read(
      'select registre, reason, md5(body) as body from write.rejet_declaration order by registre, body',
    ),
    contrats: await read('select uid, racine, facts, acheteur_siret from write.contrat order by uid'),
    titulaires: await read('select * from write.contrat_titulaire order by uid, rang'),
    a_recalculer: await read('select objet, cle from write.a_recalculer order by objet, cle'),
  };
}

test('kill -9 again and again: the import ends in the tables of an unbroken one, with its figures', async () => {
  const [undisturbed, killed] = [await newDatabase(), await newDatabase()];
  const args = ['importer', 'decp', path, '--registre', 'decp_minef'];
  const [whole] = await opsJson<FileReport[]>(args, envOf(undisturbed));
  expect(whole).toMatchObject({ outcome: 'succeeded', bilan: { defauts: 0 } });
  expect(whole!.lus).toBeGreaterThan(2000);

  for (const lus of [500, 1000, 1500]) {
    const ops = runOps(args, { DATABASE_URL: killed.url, FEEDS_URL: feeds.url });
    await until(killed.pool, 'select coalesce(max(lus), 0) >= $1 from write.import', [lus], PATIENCE_MS);
    ops.process.kill('SIGKILL');
    await ops.ended;
  }
  const { rows: cut } = await killed.pool.query<{ n: number }>(
    `select count(*)::int as n from write.import where outcome is null or outcome = 'interrupted'`,
  );
  // Killed in the middle indeed; a machine that stalls may let the last one end.
  expect(cut[0]!.n).toBeGreaterThanOrEqual(2);

  await opsJson<FileReport[]>(args, envOf(killed));
  const { rows } = await killed.pool.query(
    `select outcome, lus::int, bilan from write.import where outcome = 'succeeded' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ outcome: 'succeeded', lus: whole!.lus, bilan: whole!.bilan }]);
  expect(await tables(killed)).toEqual(await tables(undisturbed));
  const { rows: left } = await killed.pool.query('select 1 from write.import where outcome is null');
  expect(left).toEqual([]);
});

test('registers in any order end in the same contracts, but for the uids of numbers that are used again', async () => {
  const [one, other] = [await newDatabase(), await newDatabase()];
  const reports = await opsJson<FileReport[]>(['importer', 'decp'], envOf(one));
  expect(reports.map(({ fichier, outcome }) => [fichier.split('/').at(-1), outcome])).toEqual([
    ['decp-2019.json', 'succeeded'],
    ['decp_minef.json', 'succeeded'],
    ['pes_marche.json', 'succeeded'],
    ['aife_dume.xml', 'succeeded'],
  ]);
  expect(reports.reduce((sum, { bilan }) => sum + bilan!.defauts, 0)).toBe(0);
  for (const registre of [...REGISTRES].reverse()) await opsJson(['importer', 'decp', registre], envOf(other));
  const contracts = async ({ pool }: TestDatabase) =>
    (
      await pool.query<{ racine: string; facts: unknown }>(
        'select racine, facts from write.contrat order by racine, facts::text',
      )
    ).rows;
  const [first, second] = [await contracts(one), await contracts(other)];
  expect(first.length).toBeGreaterThan(SIZE * 0.9);
  expect(second).toEqual(first);

  // Nothing new: nothing is read again, nothing changes.
  const again = await opsJson<FileReport[]>(['importer', 'decp'], envOf(one));
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
});
