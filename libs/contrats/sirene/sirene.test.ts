import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteFile } from 'hyparquet-writer';
import { ZipFile } from 'yazl';
import type { SireneRow } from './company.js';
import { csvRows } from './csv-rows.js';
import { openStock } from './open-stock.js';
import { readEtablissement } from './read-etablissement.js';
import { readUnite, UNITE_COLUMNS } from './read-unite.js';
import { StockFault } from './stock.js';

const SAMPLE = '../shared/samples/sirene/eclaireur_sirene_raw.parquet';
const COLUMNS = ['siren', 'statut', 'nom'];

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'marches-stock-'))));
afterAll(() => rm(folder, { recursive: true }));

const unite = (row: SireneRow) => readUnite({ siren: '732829320', statutDiffusionUniteLegale: 'O', ...row });
const etablissement = (row: SireneRow) =>
  readEtablissement({ siret: '73282932000074', statutDiffusionEtablissement: 'O', ...row });

test('a company has its name, a person first name and name in use', () => {
  expect(unite({ denominationUniteLegale: ' SOCIETE  X ', sigleUniteLegale: 'SX' })?.nom).toBe('SOCIETE X');
  const person = { prenom1UniteLegale: 'LEA', prenomUsuelUniteLegale: 'ZOE', nomUniteLegale: 'LE GALL' };
  expect(unite(person)?.nom).toBe('ZOE LE GALL');
  expect(unite({ ...person, prenomUsuelUniteLegale: '', nomUsageUniteLegale: 'MARTIN' })?.nom).toBe('LEA MARTIN');
  expect(unite({ sigleUniteLegale: 'SX' })?.nom).toBe('SX');
  expect(unite({ denominationUsuelle1UniteLegale: 'CHEZ X', sigleUniteLegale: 'SX' })?.nom).toBe('CHEZ X');
  expect(unite({})?.nom).toBeNull();
});

test('what is no value, or of no list, is null', () => {
  expect(
    unite({ categorieEntreprise: 'XL', categorieJuridiqueUniteLegale: 'abc', activitePrincipaleUniteLegale: '79.06' }),
  ).toMatchObject({ categorie: null, categorie_juridique: null, activite: null, siege: null });
  expect(readUnite({ siren: 'x', statutDiffusionUniteLegale: 'O' })).toBeNull();
  expect(etablissement({ siret: '' })).toBeNull();
  expect(etablissement({ codeCommuneEtablissement: '99132' })?.departement).toBeNull();
});

test.each([
  ['75056', '75'],
  ['2A004', '2A'],
  ['97411', '974'],
  ['97801', '978'],
  ['98818', '988'],
  ['1004', '01'],
])('the commune %s is in %s', (code, departement) => {
  expect(etablissement({ codeCommuneEtablissement: code })?.departement).toBe(departement);
});

test.each(['P', 'N', '', 'X', undefined])('status %s: nothing is kept but the number', (status) => {
  const told = {
    denominationUniteLegale: 'DUPONT',
    nomUniteLegale: 'DUPONT',
    sigleUniteLegale: 'D',
    categorieJuridiqueUniteLegale: '1000',
    nicSiegeUniteLegale: '00074',
  };
  expect(unite({ ...told, statutDiffusionUniteLegale: status })).toEqual({
    siren: '732829320',
    nom: null,
    categorie: null,
    categorie_juridique: '1000',
    activite: null,
    siege: null,
    diffusible: false,
  });
  const place = {
    libelleCommuneEtablissement: 'X',
    codeCommuneEtablissement: '75056',
    codePostalEtablissement: '75001',
  };
  expect(
    etablissement({
      ...place,
      enseigne1Etablissement: 'D',
      statutDiffusionEtablissement: status,
      etatAdministratifEtablissement: 'A',
    }),
  ).toEqual({
    siret: '73282932000074',
    nom: null,
    commune: null,
    code_postal: null,
    departement: null,
    activite: null,
    actif: true,
    diffusible: false,
  });
});

async function collected(pieces: AsyncIterable<Uint8Array>, keeps: (siren: number) => boolean = () => true) {
  const rows = [];
  let unreadable = 0;
  let seen = 0;
  for await (const part of csvRows(pieces, { columns: COLUMNS, keeps })) {
    rows.push(...part.rows);
    unreadable += part.unreadable;
    seen = part.seen;
  }
  return { rows, unreadable, seen };
}

// eslint-disable-next-line @typescript-eslint/require-await -- an async iterable, as files are
async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

test('however the file is cut, the rows asked for come out as they were written', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '1'), maxLength: 8 });
  const row = fc.record({ siren: fc.integer({ min: 0, max: 20 }), statut: fc.constantFrom('O', 'P'), nom: field });
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (rows, lengths, end, ended) => {
        const sirenOf = (siren: number): string => String(siren).padStart(9, '0');
        const lines = ['siren,statut,autre,nom'].concat(
          rows.map(({ siren, statut, nom }) => `${sirenOf(siren)},${statut},x,${quoted(nom)}`),
        );
        const text = lines.join(end) + (ended ? end : '');
        const outcome = await collected(cut(text, lengths), (siren) => siren % 2 === 0);
        const kept = rows.filter(({ siren }) => siren % 2 === 0);
        expect(outcome).toEqual({
          rows: kept.map((one) => ({ ...one, siren: sirenOf(one.siren) })),
          unreadable: 0,
          seen: rows.length,
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('a row that cannot be read keeps no other from being read', async () => {
  const bad = `siren,statut,nom\n000000001,O,"open\n000000002,O,b\n000000003,O,c,d,e\n000000004,O,e\n`;
  expect(await collected(cut(`${bad}000000005,O,"${'x'.repeat(150_000)}`, [1000]))).toMatchObject({
    rows: [
      { siren: '000000002', nom: 'b' },
      { siren: '000000004', nom: 'e' },
    ],
    unreadable: 3,
    seen: 5,
  });
});

test.each([
  ['siren,nom\n1,a\n', 'it lacks the column statut'],
  ['nom,siren,statut\n', 'its first column is not siren'],
  ['', 'it lacks the column siren and statut'],
  ['x'.repeat(50_000), 'no header'],
])('a file that is no stock file is refused, saying why', async (text, reason) => {
  await expect(collected(cut(text, [4096]))).rejects.toThrow(reason);
  await expect(collected(cut(text, [4096]))).rejects.toBeInstanceOf(StockFault);
});

async function rowsOf(path: string, keeps: (siren: number) => boolean = () => true) {
  const { rows, size } = await openStock(path, { columns: COLUMNS, keeps });
  const all = [];
  let read = 0;
  for await (const part of rows) {
    all.push(...part.rows);
    read = part.read;
  }
  return { all, read, size };
}

test('the same rows from a bare CSV, gzip, zip and Parquet', async () => {
  const text = '\uFEFFsiren,statut,nom\n005520135,O,"a ""b"""\n732829320,P,\n100000009,O,c\n';
  const path = (name: string): string => join(folder, name);
  await writeFile(path('a.csv'), text);
  await writeFile(path('a.gz'), gzipSync(text));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('read me'), 'LISEZMOI.txt');
  zip.addBuffer(Buffer.from(text), 'StockUniteLegale_utf8.csv');
  zip.end();
  await writeFile(path('a.zip'), zip.outputStream);
  parquetWriteFile({
    filename: path('a.parquet'),
    rowGroupSize: 2,
    columnData: [
      { name: 'statut', data: ['O', 'P', 'O'], type: 'STRING' },
      { name: 'siren', data: ['005520135', '732829320', '100000009'], type: 'STRING' },
      { name: 'nom', data: ['a "b"', '', 'c'], type: 'STRING' },
    ],
  });
  const expected = [
    { siren: '005520135', statut: 'O', nom: 'a "b"' },
    { siren: '100000009', statut: 'O', nom: 'c' },
  ];
  for (const name of ['a.csv', 'a.gz', 'a.zip', 'a.parquet']) {
    const { all, read, size } = await rowsOf(path(name), (siren) => siren !== 732829320);
    expect({ name, all }).toEqual({ name, all: expected });
    if (size !== null) expect(read).toBe(size);
  }
});

const sample = existsSync(SAMPLE) ? test : test.skip;
if (!existsSync(SAMPLE)) console.warn(`${SAMPLE} is absent: the real extract of SIRENE is not read`);

sample('the real extract is read: names of persons, integers for codes', async () => {
  const { rows } = await openStock(SAMPLE, { columns: UNITE_COLUMNS, keeps: () => true });
  const unites = [];
  for await (const part of rows) unites.push(...part.rows.map(readUnite));
  expect(unites).toHaveLength(15);
  expect(unites[0]).toEqual({
    siren: '000325175',
    nom: 'THIERRY JANOYER',
    categorie: 'PME',
    categorie_juridique: '1000',
    activite: '32.12Z',
    siege: '00032517500065',
    diffusible: true,
  });
  expect(unites.every((one) => one?.diffusible === true && one.nom !== null)).toBe(true);
});
