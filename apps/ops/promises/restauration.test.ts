import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { avisId } from '#avis/fold/identity';
import { batchOf, normaliserOf, publication } from '#avis/testing/publications';
import { archiveBatch } from '#avis/write/archive';
import { deleteAvis } from '#avis/write/delete-avis';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import type { Restoration } from '#avis/write/restauration/restoration';
import { createClient } from '#client/client';
import { synchronise } from '#client/mirror/loop';
import { openTarget } from '#client/mirror/open-target';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded';
import { baseBackup, restoreBackup } from '#platform/postgres/testing/base-backup';
import type { TestDatabase } from '#platform/testing/database';
import type { Publication } from '#sources/publication';
import { MIGRATIONS } from '../../../migrations/index.js';
import { createKey, startApi, type TestApi } from '../../api/testing/api.js';
import { compare, createTarget, readServer, type TestTarget } from '../../api/testing/mirrors.js';
import { ops, opsJson } from '../testing/ops.js';

jest.setTimeout(240_000);

const RESTORE = resolve('docker/backup/restore.sh');
const BATCH = 500;
const EQUAL = { lost: 0, stale: 0, extra: 0 };
const everything = (): boolean => true;

/** The database of a service, and the service over it. Ended and started again with whatever the data directory holds. */
interface Service {
  url: string;
  db: DataSource;
  pool: pg.Pool;
  api: TestApi;
  stop(): Promise<void>;
}

let folder: string;
let dataDir: string;
let backup: string;
let postgres: EmbeddedPostgres | null = null;
let service: Service | null = null;
let key: string;
let target: TestTarget | null = null;

/** What the source publishes at present: collecting is reading all of it. */
let published: Map<string, Publication>;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'restore-')));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  backup = join(folder, 'backup');
  service = await start();
  ({ key } = await createKey({ pool: service.pool } as TestDatabase, { limites: { general: 10_000_000 } }));
  published = new Map();
  for (let n = 0; n < 300; n += 1) publish(notice(n));
  await collect();
  await baseBackup(postgres!.url, join(dataDir, 'postgres', 'data'), backup);
  await service.stop();
});
beforeEach(async () => {
  target = await createTarget('ndjson');
  await restoreBackup(backup, join(dataDir, 'postgres', 'data'));
  published = new Map(Array.from({ length: 300 }, (_, n) => [notice(n).identifiant, notice(n)]));
  service = await start();
});
afterEach(async () => {
  await service?.stop();
  await target?.close();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<Service> {
  const running = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  postgres = running;
  const { url } = running;
  await migrate(url, MIGRATIONS);
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  const db = createDataSource({ url, entities: AVIS_ENTITIES, poolSize: 3, applicationName: 'test' });
  await db.initialize();
  const apiUrl = `${url}?options=-c%20role%3Dmarches_api`;
  const api = await startApi({}, { url, apiUrl, pool, close: () => Promise.resolve() });
  return {
    url,
    db,
    pool,
    api,
    async stop() {
      await api.close();
      await db.destroy();
      await pool.end();
      await running.stop();
      postgres = null;
      service = null;
    },
  };
}

function on(): Service {
  if (service === null) throw new Error('the service is not running');
  return service;
}

function notice(n: number, titre = `Toiture ${n}`): Publication {
  const far = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  return publication(`26-${n}`, { content: { titre, date_limite: `${far}T11:00:00Z` } });
}

function publish(one: Publication): void {
  published.set(one.identifiant, one);
}

function cancel(n: number): void {
  publish(publication(`26-${n}9999`, { kind: 'cancellation', cites: [`26-${n}`] }));
}

/** The source is read whole and every stage runs. */
async function collect(): Promise<void> {
  const { db } = on();
  await archiveBatch(db, 'boamp', batchOf([...published.values()]));
  while ((await normaliseBatch(db, normaliserOf, BATCH)).done > 0);
  while ((await matchBatch(db, { limit: BATCH })).done > 0);
  while ((await projectBatch(db, { clock: systemClock, limit: BATCH, siteUrl: 'https://exemple.fr' })).done > 0);
}

/** @param pages the mirror is killed after that many. */
async function sync(pages = Infinity): Promise<void> {
  const opened = await openTarget(target!.to);
  let read = 0;
  try {
    await synchronise({
      client: createClient({ base: on().api.baseUrl, cle: key }),
      target: opened,
      base: 'essai',
      statut: 'tous',
      beforePage: () => (read++ < pages ? Promise.resolve() : Promise.reject(new Error('killed'))),
    });
  } catch (error) {
    if ((error as Error).message !== 'killed') throw error;
  } finally {
    await opened.close();
  }
}

async function difference() {
  return compare(await target!.read(), await readServer(on().pool), everything);
}

/** What happens between the backup and the loss; the source forgets what concerns 26-9xx before it is read again. */
async function lostHours(): Promise<void> {
  await sync();
  for (let n = 0; n < 30; n += 1) publish(notice(n, `Corrigé ${n}`));
  for (let n = 30; n < 50; n += 1) cancel(n);
  for (let n = 300; n < 340; n += 1) publish(notice(n));
  publish(notice(90, 'Corrigé, puis repris'));
  for (let n = 900; n < 905; n += 1) publish(notice(n));
  await collect();
  for (let n = 60; n < 65; n += 1) await deleteAvis(on().db, avisId('boamp', `26-${n}`), 'essai');
  publish(notice(90));
  await collect();
  await sync();
  expect(await difference()).toEqual(EQUAL);
  for (let n = 900; n < 905; n += 1) published.delete(`26-${n}`);
}

async function lose(): Promise<void> {
  await on().stop();
  await restoreBackup(backup, join(dataDir, 'postgres', 'data'));
  service = await start();
}

/** As docker/backup lays them out: the base backup, and the WAL that was received since, its last file not whole. */
async function restoreUntil(at: string): Promise<void> {
  const data = join(dataDir, 'postgres', 'data');
  const cluster = await mkdtemp(join(folder, 'cluster-'));
  await chmod(cluster, 0o755);
  const [base, wal] = [join(cluster, 'base', '20261121T000000Z'), join(cluster, 'wal')];
  await mkdir(join(cluster, 'base'));
  await restoreBackup(backup, base);
  await rename(join(data, 'pg_wal'), wal);
  const last = (await readdir(wal))
    .filter((file) => /^[0-9A-F]{24}$/.test(file))
    .sort()
    .at(-1)!;
  await rename(join(wal, last), join(wal, `${last}.partial`));
  await rm(data, { recursive: true });
  execFileSync(RESTORE, [base, data, at]);
}

/** The life after: what the source publishes is read again, and goes on. */
async function hoursAfter(): Promise<void> {
  await collect();
  for (let n = 20; n < 40; n += 1) publish(notice(n, `Corrigé encore ${n}`));
  for (let n = 340; n < 350; n += 1) publish(notice(n));
  await collect();
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: on().url };
}

/** The copy as its owner would hand it over. */
async function copyOfMirror(file: string): Promise<void> {
  const copy = [...(await target!.read()).values()];
  await writeFile(file, copy.map((avis) => JSON.stringify(avis)).join('\n'));
}

async function versions(): Promise<Map<string, string>> {
  return new Map([...(await target!.read()).values()].map(({ id, version }) => [id, version]));
}

function highest(seen: Map<string, string>): string {
  return [...seen.values()].sort().at(-1) ?? '';
}

test('a mirror that saw everything ends equal to the server, with a witness of what was lost', async () => {
  await lostHours();
  // It is in the middle of a walk when the database is lost.
  for (let n = 100; n < 250; n += 1) publish(notice(n, `Corrigé ${n}`));
  await collect();
  await sync(1);
  const seen = await versions();
  const witness = join(folder, 'temoin.ndjson');
  await copyOfMirror(witness);
  await lose();

  const declared = await opsJson<Restoration>(['restauration', 'declarer', '--temoin', witness], environment());
  expect(declared).toMatchObject({ portee: 'tout', a_retimbrer: 300, retimbres: 300, orphelins: 45 });
  const server = await readServer(on().pool);
  for (const [id, { version }] of server) {
    expect(version > highest(seen)).toBe(true);
    expect(version > (seen.get(id) ?? '')).toBe(true);
  }
  await hoursAfter();
  await sync();
  // So it stays without a witness: only what no source gives again is left behind in copies.
  expect(await difference()).toEqual({ lost: 0, stale: 0, extra: 5 });

  const { retires } = await opsJson<{ retires: number }>(['restauration', 'terminer'], environment());
  expect(retires).toBe(5);
  await sync();
  expect(await difference()).toEqual(EQUAL);
  for (const [id, version] of await versions()) expect(version > (seen.get(id) ?? '')).toBe(true);

  // A source that shows one of them again after all has it served again.
  publish(notice(900));
  await collect();
  await sync();
  expect(await difference()).toEqual(EQUAL);
  expect((await target!.read()).get(avisId('boamp', '26-900'))?.statut).toBe('ouvert');
});

test('restored to an instant by the script that we ship, with the lost database as witness, nothing is told twice', async () => {
  for (let n = 400; n < 410; n += 1) publish(notice(n));
  await collect();
  await sync();
  const { rows } = await on().pool.query<{ at: string; instant: string }>(
    `select clock_timestamp()::text as at, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant`,
  );
  const { at, instant } = rows[0]!;
  await lostHours();
  const told = await ops(['restauration', 'temoin', '--depuis', instant], environment());
  const witness = join(folder, 'entier.ndjson');
  await writeFile(witness, told.stdout);

  await on().stop();
  await restoreUntil(at);
  service = await start();
  expect((await readServer(on().pool)).size).toBe(310);
  const declared = await opsJson<Restoration>(
    ['restauration', 'declarer', '--temoin', witness, '--temoin-entier'],
    environment(),
  );
  // 30 corrected, 20 cancelled, 5 deleted, one corrected and taken back.
  expect(declared).toMatchObject({ portee: 'temoin', retimbres: 56, orphelins: 45 });
  await hoursAfter();
  await ops(['restauration', 'terminer'], environment());
  await sync();
  expect(await difference()).toEqual(EQUAL);
});
