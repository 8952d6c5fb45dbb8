/**
 * Imports both simulated stock files of SIRENE into an empty embedded PostgreSQL in which one company in a hundred holds
 * ten contracts: rows a second, peak of resident memory; then again for one more company, in the same edition.
 *
 *   npm run bench -- sirene [companies]
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { STOCKS } from '#contrats/sirene/stocks';
import { importSirene } from '#contrats/write/import-sirene';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { entreprise } from '../apps/feeds/entreprises.js';
import { zipped } from '../apps/feeds/sirene/archive.js';
import { etablissementLines, uniteLines } from '../apps/feeds/sirene/stock.js';
import { MIGRATIONS } from '../migrations/index.js';

const COMPANIES = Number(process.argv[2] ?? 1_000_000);
const KNOWN_SHARE = 100;
const CONTRACTS_EACH = 10;
const SEED = 7;

const folder = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const paths = { sirene_unites: join(folder, 'u.zip'), sirene_etablissements: join(folder, 'e.zip') };
const lines = { sirene_unites: uniteLines, sirene_etablissements: etablissementLines };
for (const stock of STOCKS) {
  const rows = lines[stock]({ seed: SEED, companies: COMPANIES });
  await pipeline(zipped(`${stock}.csv`, rows), createWriteStream(paths[stock]));
  console.log(`${stock}: ${((await stat(paths[stock])).size / 1e6).toFixed(0)} MB in zip`);
}
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = await createDataSource({
  url: postgres.url,
  entities: [],
  poolSize: 3,
  applicationName: 'bench',
}).initialize();

async function hold(ranks: readonly number[]): Promise<void> {
  const sirens = ranks.map((n) => entreprise(SEED, n).siren);
  await db.query(
    `with held as (select siren, n, siren || '-' || n as uid from unnest($1::text[]) as s (siren), generate_series(1, $2) as n),
       stored as (insert into write.contrat (uid, racine, facts) select uid, uid, '{}' from held returning uid)
     insert into write.contrat_titulaire (uid, rang, siren) select uid, 0, siren from held join stored using (uid)`,
    [sirens, CONTRACTS_EACH],
  );
}

async function read(what: string): Promise<void> {
  for (const stock of STOCKS) {
    const started = performance.now();
    const { outcome, lus, bilan } = await importSirene(db, noNetwork, {
      stock,
      adresse: paths[stock],
      folder,
      signal: new AbortController().signal,
    });
    const seconds = (performance.now() - started) / 1000;
    const peak = process.resourceUsage().maxRSS / 1024;
    console.log(
      `${what}, ${stock}: ${outcome}, ${lus} rows in ${seconds.toFixed(1)} s (${Math.round(lus / seconds)}/s), ${bilan.cherchees} companies looked for, ${bilan.trouvees} found, ${bilan.nouvelles} rows stored; peak ${peak.toFixed(0)} MB`,
    );
  }
}

const noNetwork = { download: () => Promise.reject(new Error('no network here')) };
try {
  await hold(Array.from({ length: Math.floor(COMPANIES / KNOWN_SHARE) }, (_, n) => n * KNOWN_SHARE));
  await read('first');
  await hold([1]);
  await read('one more company');
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
