import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import type { Download } from '#platform/http/download';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { isHiddenTitulaire } from '../project/directory.js';
import type { StockSirene } from '../sirene/stocks.js';
import { importSirene, type SireneOptions } from './import-sirene.js';
import { readDirectory } from './recalculate-directory.js';

const HOLDER = '732829320';
const OTHER = '552100554';
const FOREIGN = '443061841';
const BUYER = '21060033700015';
const UNITE_HEADER =
  'siren,statutDiffusionUniteLegale,denominationUniteLegale,nomUniteLegale,prenom1UniteLegale,categorieEntreprise,categorieJuridiqueUniteLegale,activitePrincipaleUniteLegale,nicSiegeUniteLegale';
const ETABLISSEMENT_HEADER =
  'siren,siret,statutDiffusionEtablissement,etatAdministratifEtablissement,codePostalEtablissement,libelleCommuneEtablissement,codeCommuneEtablissement';

let database: TestDatabase;
let db: DataSource;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource({ url: database.url, entities: [], poolSize: 5, applicationName: 'test' }).initialize();
  folder = await mkdtemp(join(tmpdir(), 'marches-import-sirene-'));
});
afterAll(async () => {
  await db.destroy();
  await database.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await database.pool.query(
    `truncate write.contrat, write.contrat_titulaire, write.unite_legale, write.etablissement, write.siren_cherche,
       write.import, write.a_recalculer, write.acheteur, write.revendication`,
  );
  await contract('c1', [HOLDER], BUYER);
});

async function contract(uid: string, sirens: string[], acheteur: string): Promise<void> {
  await database.pool.query(
    `insert into write.contrat (uid, racine, facts, acheteur_siret) values ($1, $1, '{}', $2)`,
    [uid, acheteur],
  );
  await database.pool.query(
    `insert into write.contrat_titulaire (uid, rang, siren, siret)
     select $1, rang, siren, null from unnest($2::text[]) with ordinality as t (siren, rang)`,
    [uid, sirens],
  );
}

const noNetwork = { download: () => Promise.reject(new Error('no network here')) };

/** Each edition has its own instant, so that its state is another. */
let editions = 0;
async function stock(name: string, header: string, rows: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${[header, ...rows].join('\n')}\n`);
  const at = new Date(Date.UTC(2026, 0, 1) + editions++ * 1000);
  await utimes(path, at, at);
  return path;
}

const unites = (...rows: string[]) => stock('StockUniteLegale.csv', UNITE_HEADER, rows);
const etablissements = (...rows: string[]) => stock('StockEtablissement.csv', ETABLISSEMENT_HEADER, rows);

function read(which: StockSirene, adresse: string, more: Partial<SireneOptions> = {}) {
  const signal = new AbortController().signal;
  return importSirene(db, noNetwork, { stock: which, adresse, folder, signal, ...more });
}

async function queued(): Promise<string[]> {
  const { rows } = await database.pool.query<{ what: string }>(
    `delete from write.a_recalculer returning objet || ' ' || cle as what`,
  );
  return rows.map(({ what }) => what).sort();
}

async function rowsOf(table: 'unite_legale' | 'etablissement'): Promise<unknown[]> {
  return (await database.pool.query(`select * from write.${table} order by 1`)).rows;
}

test('only companies that we know are kept; what is served of them is queued', async () => {
  await contract('c2', [HOLDER, OTHER], '21060088100014');
  await database.pool.query(`insert into write.revendication (siren) values ('${FOREIGN}')`);
  const path = await unites(
    `${FOREIGN},O,REVENDIQUEE,,,GE,5599,62.02A,00018`,
    `${HOLDER},O,"BATI, FILS",,,PME,5710,43.21A,00074`,
    `100000009,O,INCONNUE,,,PME,5710,43.21A,00012`,
    `${BUYER.slice(0, 9)},O,COMMUNE DE CARROS,,,,7210,84.11Z,00015`,
  );
  expect(await read('sirene_unites', path)).toMatchObject({
    outcome: 'succeeded',
    lus: 4,
    bilan: { cherchees: 5, trouvees: 3, nouvelles: 3, changees: 3, non_diffusibles: 0, illisibles: 0 },
  });
  expect(await rowsOf('unite_legale')).toEqual([
    expect.objectContaining({ siren: '210600337', nom: 'COMMUNE DE CARROS', siege: BUYER }),
    expect.objectContaining({ siren: FOREIGN, categorie: 'GE' }),
    {
      siren: HOLDER,
      nom: 'BATI, FILS',
      categorie: 'PME',
      categorie_juridique: '5710',
      activite: '43.21A',
      siege: '73282932000074',
      diffusible: true,
    },
  ]);
  expect(await queued()).toEqual(
    [
      `acheteur ${BUYER}`,
      'acheteur 21060088100014',
      'contrat c1',
      'contrat c2',
      `prestataire ${FOREIGN}`,
      `prestataire ${OTHER}`,
      `prestataire ${HOLDER}`,
    ].sort(),
  );
});

test('a file is read again for companies that are new to us only, unless asked', async () => {
  const path = await unites(`${HOLDER},O,A,,,PME,5710,43.21A,00074`, `${OTHER},O,B,,,PME,5710,43.21A,00074`);
  expect(await read('sirene_unites', path)).toMatchObject({
    outcome: 'succeeded',
    bilan: { cherchees: 2, trouvees: 1 },
  });
  expect(await read('sirene_unites', path)).toMatchObject({ outcome: 'unchanged' });
  await queued();
  await contract('c2', [OTHER], BUYER);
  expect(await read('sirene_unites', path)).toMatchObject({
    outcome: 'succeeded',
    bilan: { cherchees: 1, trouvees: 1 },
  });
  expect(await queued()).toEqual([`acheteur ${BUYER}`, 'contrat c2', `prestataire ${OTHER}`]);
  expect(await read('sirene_unites', path)).toMatchObject({ outcome: 'unchanged' });
  expect(await read('sirene_unites', path, { again: true })).toMatchObject({
    outcome: 'succeeded',
    bilan: { changees: 0 },
  });
  expect(await queued()).toEqual([]);
  const next = await unites(`${HOLDER},O,A,,,PME,5710,43.21A,00074`, `${OTHER},O,B2,,,PME,5710,43.21A,00074`);
  expect(await read('sirene_unites', next)).toMatchObject({ bilan: { cherchees: 3, changees: 1 } });
});

test('disclosure turned off takes away what we hold, turned on brings it back', async () => {
  const place = `75001,PARIS,75101`;
  const etabs = await etablissements(`${HOLDER},73282932000074,O,A,${place}`, `${HOLDER},73282932000082,O,F,${place}`);
  await read('sirene_unites', await unites(`${HOLDER},O,DURAND,,,PME,1000,43.21A,00074`));
  await read('sirene_etablissements', etabs);
  const shown = await rowsOf('etablissement');
  expect(shown).toEqual([
    expect.objectContaining({
      code_postal: '75001',
      commune: 'PARIS',
      departement: '75',
      actif: true,
      diffusible: true,
    }),
    expect.objectContaining({ actif: false, diffusible: true }),
  ]);
  await queued();
  await read('sirene_unites', await unites(`${HOLDER},P,DURAND,DURAND,LEA,PME,1000,43.21A,00074`));
  expect(await queued()).toEqual([`acheteur ${BUYER}`, 'contrat c1', `prestataire ${HOLDER}`]);
  expect(JSON.stringify(await rowsOf('unite_legale'))).not.toMatch(/DURAND|LEA|PME|00074/);
  // The file of establishments still tells all: nothing of it is kept.
  await read('sirene_etablissements', etabs, { again: true });
  for (const row of await rowsOf('etablissement')) {
    expect(row).toMatchObject({ nom: null, commune: null, code_postal: null, departement: null, diffusible: false });
  }
  await queued();
  await read('sirene_unites', await unites(`${HOLDER},O,DURAND,,,PME,1000,43.21A,00074`));
  expect(await read('sirene_etablissements', etabs)).toMatchObject({ outcome: 'succeeded' });
  expect(await rowsOf('etablissement')).toEqual(shown);
  expect(await queued()).toEqual([`acheteur ${BUYER}`, 'contrat c1', `prestataire ${HOLDER}`]);
});

test('once SIRENE is in use, whoever is new is named when it was asked about him, known to it or not', async () => {
  await database.pool.query('truncate write.contrat, write.contrat_titulaire');
  const path = await unites(`${HOLDER},O,A,,,PME,5710,43.21A,00074`);
  expect(await read('sirene_unites', path)).toMatchObject({ outcome: 'succeeded', bilan: { cherchees: 0 } });
  expect(await read('sirene_unites', path)).toMatchObject({ outcome: 'unchanged' });
  await contract('c1', [HOLDER, OTHER], BUYER);
  const awaited = async () => {
    const directory = await readDirectory(db.manager, [HOLDER, OTHER], []);
    return [HOLDER, OTHER].map((siren) => isHiddenTitulaire(directory, { siren, siret: null }));
  };
  expect(await awaited()).toEqual([true, true]);
  expect(await read('sirene_unites', path)).toMatchObject({ bilan: { cherchees: 3, trouvees: 1 } });
  expect(await awaited()).toEqual([false, false]);
  expect(await queued()).toContain(`prestataire ${OTHER}`);
});

test('stopped anywhere, what was stored stays, and the next import finds the rest', async () => {
  const sirens = Array.from({ length: 3_500 }, (_, n) => String(300_000_000 + n));
  await database.pool.query('insert into write.revendication (siren) select unnest($1::text[])', [sirens]);
  const path = await unites(...sirens.map((siren) => `${siren},O,E${siren},,,PME,5710,43.21A,00010`));
  const stop = new AbortController();
  const stopped = await read('sirene_unites', path, {
    signal: stop.signal,
    onProgress: ({ bilan }) => bilan.nouvelles >= 1_000 && stop.abort(new Error('stopped')),
  });
  expect(stopped).toMatchObject({ outcome: 'interrupted' });
  expect(await read('sirene_unites', path)).toMatchObject({ outcome: 'succeeded', bilan: { trouvees: 3_500 } });
  expect(await rowsOf('unite_legale')).toHaveLength(3_500);
  const reports = await database.pool.query('select outcome, lus::int from write.import order by id');
  expect(reports.rows.at(-1)).toEqual({ outcome: 'succeeded', lus: 3_500 });
});

test('a file that cannot be read leaves what is known, and a report that says why', async () => {
  const good = await unites(`${HOLDER},O,A,,,PME,5710,43.21A,00074`);
  await read('sirene_unites', good);
  const noStatus = await stock('bad.csv', 'siren,denominationUniteLegale', [`${HOLDER},B`]);
  expect(await read('sirene_unites', noStatus)).toMatchObject({
    outcome: 'failed',
    reason: 'the file cannot be imported: it lacks the column statutDiffusionUniteLegale',
  });
  const broken = join(folder, 'broken.zip');
  await writeFile(broken, 'PK and nothing else');
  expect(await read('sirene_unites', broken)).toMatchObject({ outcome: 'failed' });
  expect(await read('sirene_unites', 'https://insee.example/StockUniteLegale_utf8.zip')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('no network here'),
  });
  expect(await rowsOf('unite_legale')).toEqual([expect.objectContaining({ siren: HOLDER, nom: 'A' })]);
  const { rows } = await database.pool.query('select outcome from write.import order by id');
  expect(rows.map(({ outcome }) => outcome as string)).toEqual(['succeeded', 'failed', 'failed', 'failed']);
});

test('nothing is fetched when nobody is known, nor twice what has not changed', async () => {
  const text = `${UNITE_HEADER}\n${HOLDER},O,A,,,PME,5710,43.21A,00074\n${OTHER},O,B,,,PME,5710,43.21A,00074\n`;
  const asked: (string | null | undefined)[] = [];
  // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable, like every body
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const http = {
    download(_url: string, { etag }: { etag?: string | null }): Promise<Download | null> {
      asked.push(etag);
      if (etag === '"e1"') return Promise.resolve(null);
      return Promise.resolve({ etag: '"e1"', lastModified: null, bytes: text.length, body: body() });
    },
  };
  const own = await mkdtemp(join(folder, 'copies-'));
  const options: SireneOptions = {
    stock: 'sirene_unites',
    adresse: 'https://insee.example/StockUniteLegale_utf8.zip',
    folder: own,
    signal: new AbortController().signal,
  };
  expect(await importSirene(db, http, options)).toMatchObject({ outcome: 'succeeded', bilan: { trouvees: 1 } });
  expect(await importSirene(db, http, options)).toMatchObject({ outcome: 'unchanged' });
  await contract('c2', [OTHER], BUYER);
  expect(await importSirene(db, http, options)).toMatchObject({ outcome: 'succeeded', bilan: { trouvees: 1 } });
  expect(asked).toEqual([null, '"e1"', '"e1"']);
  await database.pool.query('truncate write.contrat, write.contrat_titulaire');
  expect(await importSirene(db, http, options)).toMatchObject({ outcome: 'unchanged' });
  expect(asked).toHaveLength(3);
});
