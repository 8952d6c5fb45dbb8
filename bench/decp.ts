/**
 * Imports the consolidated register of contracts, simulated, into an empty embedded PostgreSQL, by the operators' command
 * as a process of its own: peak of its resident memory, megabytes and contracts a second. Then the same file again, of
 * which every record is known. With `kill`, the import is killed at 45 in 100 and run again to the end; with `compare` as
 * well, its tables must be those of an unbroken one.
 *
 *   npm run bench -- decp [megabytes] [kill | compare]
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { type Measured, runImport } from './decp/importer.js';
import { writeRegister } from './decp/write-register.js';

const MEGABYTES = Number(process.argv[2] ?? 100);
const MODE = process.argv[3] === 'kill' || process.argv[3] === 'compare' ? process.argv[3] : null;
const KILL_AT = 0.45;
const SEED = 7;

const folder = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const path = join(folder, 'decp_minef.json');
const bytes = await writeRegister(path, MEGABYTES, SEED);
console.log(`decp_minef.json: ${(bytes / 1e6).toFixed(0)} MB`);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => undefined });
const server = new URL(postgres.url);

/** A database of its own, migrated. */
async function database(name: string): Promise<{ url: string; db: DataSource }> {
  const owner = createDataSource({ url: postgres.url, entities: [], poolSize: 1, applicationName: 'bench' });
  await owner.initialize();
  await owner.query(`create database ${name}`);
  await owner.destroy();
  server.pathname = `/${name}`;
  await migrate(server.href, MIGRATIONS);
  const db = createDataSource({ url: server.href, entities: [], poolSize: 2, applicationName: 'bench' });
  return { url: server.href, db: await db.initialize() };
}

async function told(name: string, db: DataSource, { seconds, peak }: Measured): Promise<void> {
  const [row] = await db.query<{ records: number; contrats: number; size: string }[]>(
    `select (select lus::int from write.import order by id desc limit 1) as records,
       (select count(*)::int from write.contrat) as contrats, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const rate = (count: number) => (count / seconds).toFixed(0);
  console.log(
    `${name}: ${seconds.toFixed(0)} s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, ${rate(row?.records ?? 0)} records/s, ${row?.contrats ?? 0} contracts; peak ${peak.toFixed(0)} MB; database ${row?.size ?? ''}`,
  );
}

/** What two imports must agree on. */
async function digest(db: DataSource): Promise<string> {
  const hash = createHash('sha256');
  for (const query of [
    `select md5(string_agg(uid || racine || facts::text, '' order by uid)) as d from write.contrat`,
    `select md5(string_agg(uid || rang || coalesce(siret, '') || coalesce(siren, ''), '' order by uid, rang)) as d from write.contrat_titulaire`,
    `select md5(string_agg(encode(empreinte, 'hex'), '' order by empreinte)) as d from write.declaration`,
    `select md5(string_agg(objet || cle, '' order by objet, cle)) as d from write.a_recalculer`,
  ]) {
    const [row] = await db.query<{ d: string }[]>(query);
    hash.update(row?.d ?? '');
  }
  return hash.digest('hex');
}

const args = [path, '--registre', 'decp_minef', '--json'];

/** An import that is not disturbed, and the same file again. */
async function unbroken(): Promise<string> {
  const { url, db } = await database('whole');
  await told('first import', db, await runImport(url, args));
  await told('every record known', db, await runImport(url, [...args, '--relire']));
  const found = await digest(db);
  await db.destroy();
  return found;
}

/** One that is killed in the middle, and goes on. */
async function broken(): Promise<string> {
  const { url, db } = await database('broken');
  const first = await runImport(url, args, async () => {
    const [row] = await db.query<{ octets: number }[]>(
      'select coalesce(max(octets), 0)::float as octets from write.import',
    );
    return (row?.octets ?? 0) > bytes * KILL_AT;
  });
  await told(first.killed ? 'killed' : 'NOT killed', db, first);
  await told('resumed', db, await runImport(url, args));
  const [row] = await db.query<{ exact: boolean; kept: number }[]>(
    `select (bilan->>'nouvelles')::int = (select count(*) from write.declaration)
         and (bilan->>'nouvelles')::int + (bilan->>'doublons')::int + (select count(*) from write.rejet_declaration) = lus as exact,
       (bilan->>'nouvelles')::int as kept
     from write.import order by id desc limit 1`,
  );
  console.log(
    `${row?.kept ?? 0} declarations kept, ${row?.exact === true ? 'each once' : 'figures that DO NOT agree'}`,
  );
  const found = await digest(db);
  await db.destroy();
  return found;
}

try {
  const found = MODE === 'kill' ? null : await unbroken();
  const resumed = MODE === null ? null : await broken();
  if (found !== null && resumed !== null) {
    console.log(found === resumed ? 'same tables as the unbroken import' : 'DIFFERENT tables');
    if (found !== resumed) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
