import pg from 'pg';
import { insertManyAttributions } from '#avis/read/testing/many-attributions';
import { insertManyContrats } from '#contrats/read/testing/many-contrats';
import { insertManyOpportunites } from '#opportunites/read/testing/many-opportunites';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/postgres/embedded';
import { SOURCES } from '#sources/registry';
import { MIGRATIONS } from '../../migrations/index.js';
import { insertManyAcheteurs } from '../rows/acheteurs.js';
import { insertManyAvis } from '../rows/avis.js';

/** Contracts for each notice, as in the registers; award notices are as many as notices. */
export const CONTRATS_A_NOTICE = 2;
/** Accounts with a feed; the account 0 besides has every open notice. */
export const COMPTES = 50;
/** The same at every size: as many as match a profile, fewer than there are open notices among 10,000. */
const FEED_ROWS = 1_200;

export interface ScaleData {
  postgres: EmbeddedPostgres;
  /** Owner's address of the database of each size. */
  urls: Map<number, string>;
}

/**
 * One server with a database for each number of notices, filled when it is not yet: `sizes` notices, as many award notices,
 * twice as many contracts with their contractors and buyers, feeds. Databases that stand are used as they are.
 */
export async function openScaleData(dataDir: string, sizes: readonly number[]): Promise<ScaleData> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const urls = new Map<number, string>();
    for (const size of sizes) urls.set(size, await openSize(postgres.url, size));
    return { postgres, urls };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function openSize(server: string, size: number): Promise<string> {
  const name = `scale_${size}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  await migrate(url.href, MIGRATIONS);
  const owner = new pg.Pool({ connectionString: url.href, max: 1 });
  try {
    // Written last: a filling that was interrupted begins again.
    const { rows } = await owner.query<{ loading: boolean }>('select loading from read.state');
    if (rows[0]?.loading === true) await fill(owner, size);
  } finally {
    await owner.end();
  }
  return url.href;
}

async function fill(owner: pg.Pool, size: number): Promise<void> {
  const start = performance.now();
  await owner.query(
    `truncate read.avis, read.opportunite, read.attribution, read.contrat, read.contrat_titulaire, read.prestataire,
       read.slug_prestataire, read.acheteur, read.source`,
  );
  await insertManyAvis(owner, size);
  await insertManyOpportunites(owner, COMPTES, FEED_ROWS);
  await insertManyAttributions(owner, size);
  await insertManyContrats(owner, size * CONTRATS_A_NOTICE);
  await insertManyAcheteurs(owner);
  await owner.query('insert into read.source (code) select unnest($1::text[])', [SOURCES.map((source) => source.code)]);
  await owner.query('vacuum (analyze)');
  await owner.query(
    'update read.state set last_version = greatest(last_version, (select max(version) from read.avis)), loading = false',
  );
  console.log(`${size} notices written in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}
