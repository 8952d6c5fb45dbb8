import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANARI, canariIn } from '#contrats/sirene/canari';
import { openStock } from '#contrats/sirene/open-stock';
import { ETABLISSEMENT_COLUMNS, readEtablissement } from '#contrats/sirene/read-etablissement';
import { readUnite, UNITE_COLUMNS } from '#contrats/sirene/read-unite';
import { companiesOf } from '../decp/contract.js';
import { entreprise, etablissement } from '../entreprises.js';
import { createFeeds, type Feeds } from '../server.js';

const SEED = 3;
const SIZE = 200;

let folder: string;
let feeds: Feeds;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marches-sirene-'));
  feeds = await createFeeds({ seed: SEED, size: SIZE, now: () => new Date('2026-11-20T10:00:00Z') });
});
afterAll(async () => {
  await feeds.close();
  await rm(folder, { recursive: true });
});

async function stockOf(name: string, columns: readonly string[]) {
  const answer = await fetch(`${feeds.url}/sirene/${name}.zip`);
  expect(answer.status).toBe(200);
  const path = join(folder, `${name}.zip`);
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const { rows, size } = await openStock(path, { columns, keeps: () => true });
  const all = [];
  let last = null;
  for await (const part of rows) {
    all.push(...part.rows);
    last = part;
  }
  expect(last).toMatchObject({ read: size, seen: all.length });
  return { rows: all, etag: answer.headers.get('etag') ?? '' };
}

test('the simulated stock files are read back as the companies that they were made of', async () => {
  const { rows, etag } = await stockOf('StockUniteLegale_utf8', UNITE_COLUMNS);
  const unites = new Map(rows.map((row) => [row['siren'], readUnite(row)]));
  for (let n = 0; n < companiesOf(SIZE) * 10; n++) {
    const one = entreprise(SEED, n);
    const nom = one.personne === null ? one.nom : `${one.personne.prenom} ${one.personne.nom}`;
    expect(unites.get(one.siren)).toMatchObject(
      one.diffusible
        ? { nom, categorie: one.categorie, siege: one.sirets[0], diffusible: true }
        : { nom: null, categorie: null, siege: null, diffusible: false },
    );
  }
  const again = await fetch(`${feeds.url}/sirene/StockUniteLegale_utf8.zip`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('its establishments too, and the canary is nowhere but by its number', async () => {
  const { rows } = await stockOf('StockEtablissement_utf8', ETABLISSEMENT_COLUMNS);
  const etablissements = new Map(rows.map((row) => [row['siret'], readEtablissement(row)]));
  for (let n = 0; n < companiesOf(SIZE) * 10; n++) {
    const one = entreprise(SEED, n);
    for (let rank = 0; rank < one.sirets.length; rank++) {
      const { siret, departement, code_postal, actif } = etablissement(SEED, one, rank);
      expect(etablissements.get(siret)).toMatchObject(
        one.diffusible
          ? { departement, code_postal, actif, diffusible: true }
          : { departement: null, code_postal: null, commune: null, actif, diffusible: false },
      );
    }
  }
  const told = JSON.stringify(rows.filter(({ siren }) => siren === CANARI.siren)).replaceAll(CANARI.siren, '');
  expect(canariIn(told)).toBeNull();
});
