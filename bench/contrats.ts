/**
 * Pages of contracts and searches of contractors among many: every filter, every pair of filters and every period, with
 * common, rare and absent values drawn from the data, on a new connection (cold) and again (warm); then the first and the
 * deepest pages of walks; then what the indexes take.
 *
 *   npm run bench -- contrats 2000000 [folder kept and used again]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { insertManyContrats } from '#contrats/read/testing/many-contrats';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { benchFilters } from './contrats/bench-filters.js';
import { benchPrestataires } from './contrats/bench-prestataires.js';
import { benchWalks } from './contrats/bench-walks.js';
import { drawValues } from '#contrats/read/testing/drawn-filters';
import { reportSizes } from './contrats/sizes.js';

const count = Number(process.argv[2] ?? 200_000);
const kept = process.argv[3];

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const owner = new pg.Pool({ connectionString: postgres.url, max: 1 });
try {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from read.contrat');
  if (rows[0]?.n !== count) {
    await owner.query('truncate read.contrat, read.contrat_titulaire, read.prestataire, read.slug_prestataire');
    const start = performance.now();
    await insertManyContrats(owner, count);
    console.log(`${count} contracts written in ${((performance.now() - start) / 1_000).toFixed(0)} s\n`);
  }
  await reportSizes(owner, count);
  const address = readSessionAddress(postgres.url);
  const values = await drawValues(owner);
  await benchFilters(address, values);
  await benchWalks(address, values);
  await benchPrestataires(address, owner);
} finally {
  await owner.end();
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}
