import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { reachableBinaries } from './binaries.js';
import { OWNER_ROLE, prepareCluster } from './cluster.js';
import { freePort } from './free-port.js';
import { takeInstance } from './instance-lock.js';
import { clearLeftovers } from './postmaster.js';
import { PortTaken, startServer, type RunningServer } from './server.js';
import { serverUser } from './system-user.js';

const DATABASE = 'marches';
const PORT_ATTEMPTS = 5;
const RESTART_ATTEMPTS = 10;

export interface EmbeddedPostgres {
  /** Address with the owner's rights; the same for as long as this instance lives. */
  url: string;
  /** Process number of the running server. */
  pid(): number;
  /** Rejects when the server ended and could not be started again; never settles otherwise. */
  failed: Promise<never>;
  /** Stops the server in order and frees the data directory. */
  stop(): Promise<void>;
}

export interface EmbeddedSettings {
  /** Folder of this instance; made when absent. The cluster is its `postgres/`. */
  dataDir: string;
  log: (line: string) => void;
}

/**
 * A real PostgreSQL on a free port of 127.0.0.1, its data in `dataDir`. A server that dies is started again on the same
 * port.
 * @throws AlreadyRunning when another live process uses `dataDir`.
 */
export async function startEmbeddedPostgres(settings: EmbeddedSettings): Promise<EmbeddedPostgres> {
  const { log } = settings;
  await mkdir(settings.dataDir, { recursive: true });
  const dataDir = await realpath(settings.dataDir);
  const release = await takeInstance(dataDir);
  try {
    const home = join(dataDir, 'postgres');
    const user = await serverUser(home, log);
    const binaries = await reachableBinaries(user, log);
    await clearLeftovers(join(home, 'data'), log);
    const cluster = await prepareCluster(home, user, binaries);
    const start = (port: number) => startServer(binaries, user, cluster, port, log);
    const first = await startSomewhere(start);
    const server = `postgres://${OWNER_ROLE}:${cluster.password}@127.0.0.1:${first.port}`;
    await createDatabase(`${server}/postgres`);
    const watched = keepAlive(first.server, () => start(first.port), log);
    return {
      url: `${server}/${DATABASE}`,
      pid: () => watched.current().pid,
      failed: watched.failed,
      async stop() {
        await watched.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function startSomewhere(
  start: (port: number) => Promise<RunningServer>,
): Promise<{ server: RunningServer; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { server: await start(port), port };
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** Starts the server again when it ends without having been asked to. */
function keepAlive(first: RunningServer, start: () => Promise<RunningServer>, log: (line: string) => void) {
  let current = first;
  let stopping = false;
  const failed = new Promise<never>((_resolve, reject) => {
    const watch = (server: RunningServer): void => {
      void server.ended.then(async () => {
        if (stopping) return;
        log('PostgreSQL ended unexpectedly: starting it again');
        restarting = again().then(watch, reject);
        await restarting;
      });
    };
    watch(first);
  });
  // Whoever does not look at `failed` must not be brought down by it.
  failed.catch((error: unknown) => log((error as Error).message));
  let restarting: Promise<void> = Promise.resolve();

  async function again(): Promise<RunningServer> {
    for (let attempt = 1; ; attempt++) {
      // Backends of the dead server need a moment to notice and leave the shared memory.
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * attempt, 2000)));
      try {
        current = await start();
        if (stopping) await current.stop();
        return current;
      } catch (error) {
        if (stopping || attempt === RESTART_ATTEMPTS) throw error;
      }
    }
  }

  return {
    current: () => current,
    failed,
    async stop() {
      stopping = true;
      await current.stop();
      await restarting;
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
