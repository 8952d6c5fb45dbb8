import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#platform/database/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded';
import { freePort } from '#platform/postgres/free-port';
import { apiAddress } from '#platform/database/api-address';
import { MIGRATIONS } from '../../../../migrations/index.js';
import { createFeeds, type Feeds } from '../../../feeds/server.js';
import { api, caddy, redis, worker } from './programs.js';
import { type Restartable, restartable } from './restartable.js';

/** What compose.yml starts, as processes of this machine. */
export interface Topology {
  /** Of the proxy; ends with /api/v1. */
  base: string;
  databaseUrl: string;
  pool: pg.Pool;
  feeds: Feeds;
  /** The feeds publish nothing more from here on. @returns the instant at which they stay. */
  freeze(): Date;
  /** Each process by its name in compose.yml. */
  processes: Readonly<Record<'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'redis' | 'caddy', Restartable>>;
  /** Ends PostgreSQL by a signal; it is started again at once. Resolves when it answers. */
  restartPostgres(signal: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export const SITE_URL = 'https://exemple.fr';
/** Longer than Caddy takes to see readiness red (Caddyfile). */
const GRACE_SECONDS = 3;

/** @param feed seed, size and growth of the simulated feeds. */
export async function startTopology(feed: { seed: number; size: number; growthSeconds: number }): Promise<Topology> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    return await open(feed, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  feed: { seed: number; size: number; growthSeconds: number },
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Topology> {
  const folder = await mkdtemp(join(tmpdir(), 'topology-'));
  await chmod(folder, 0o755);
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  closers.push(() => postgres.stop());
  const databaseUrl = postgres.url;
  await migrate(databaseUrl, MIGRATIONS);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  closers.push(() => pool.end());

  let frozen: Date | null = null;
  const feeds = await createFeeds({ ...feed, now: () => frozen ?? new Date() });
  closers.push(() => feeds.close());

  const [redisPort, caddyPort, port, privatePort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const redisUrl = `redis://127.0.0.1:${String(redisPort)}`;
  const apiEnv = {
    API_DATABASE_URL: apiAddress(databaseUrl),
    REDIS_URL: redisUrl,
    TRUST_PROXY: 'loopback',
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
    SYNC_MARGIN_SECONDS: '1',
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_IP: '1000000',
  };
  const workerEnv = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    FEEDS_URL: feeds.url,
    SITE_URL,
    DATA_DIR: join(folder, 'data'),
    COLLECT_SIMULATED_SECONDS: '2',
    WORKER_POOL_SIZE: '6',
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
  };
  // One port, two addresses: the Caddyfile asks every API for its health on the same port.
  const [first, second] = ['127.0.0.2', '127.0.0.3'];
  const programs = [
    redis(redisPort, folder),
    worker('worker-1', await freePort(), workerEnv),
    worker('worker-2', await freePort(), workerEnv),
    api('api-1', { host: first, port, privatePort }, apiEnv),
    api('api-2', { host: second, port, privatePort }, apiEnv),
    caddy(caddyPort, [`${first}:${String(port)}`, `${second}:${String(port)}`], privatePort, folder),
  ].map(restartable);
  for (const program of programs) closers.push(() => program.end('SIGKILL'));
  for (const program of programs) await program.start();

  return {
    base: `http://127.0.0.1:${String(caddyPort)}/api/v1`,
    databaseUrl,
    pool,
    feeds,
    freeze: () => (frozen ??= new Date()),
    processes: Object.fromEntries(programs.map((one) => [one.name, one])) as unknown as Topology['processes'],
    restartPostgres: (signal) => restart(postgres, pool, signal),
    close,
  };
}

async function restart(postgres: EmbeddedPostgres, pool: pg.Pool, signal: NodeJS.Signals): Promise<void> {
  const before = postgres.pid();
  process.kill(before, signal);
  while (postgres.pid() === before) await sleep(50);
  while (
    !(await pool.query('select 1').then(
      () => true,
      () => false,
    ))
  )
    await sleep(50);
}
