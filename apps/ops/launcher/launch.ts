import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ACCESS_ENTITIES } from '#access/entities/entities';
import type { Configuration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { freePort } from '#platform/postgres/free-port';
import { MIGRATIONS } from '../../../migrations/index.js';
import { Refusal } from '../refusal.js';
import { publicAddresses } from './addresses.js';
import { announce } from './announce.js';
import { childEnvironment } from './child-environment.js';
import { prepareConsole } from './console.js';
import { launchDatabase } from './database.js';
import { type Demo, ensureDemo } from './demo.js';
import { count, describeLoad, isInVain, type LoadState, loadState } from './first-load.js';
import { holdInstance, type InstanceHold } from './instance-file.js';
import { isHealthy } from './live-service.js';
import { listenRefusal } from './ports.js';
import { type AppName, APPS, Stack } from './stack.js';
import { stopSignal } from './stop-signal.js';
import type { Terminal } from './terminal.js';

const LOOK_EVERY_MS = 500;
/** The worker gives up a first load in vain after a few tries; where each of them takes long, nobody waits for it. */
const IN_VAIN_MS = 60_000;

/** The operator asked to stop before the start was over. */
class Stopped extends Error {}

/**
 * The whole service in one terminal: database, migrations, feeds, worker, API. Returns when the operator has stopped it
 * and nothing of it runs any more.
 * @throws Refusal when it cannot be started, after stopping what was.
 */
export async function launch(configuration: Configuration, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const launcher = new Launcher(configuration, env, terminal);
  try {
    await launcher.run();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await launcher.stopAll();
  }
}

class Launcher {
  private readonly failure = new AbortController();
  private readonly over: AbortSignal;
  private readonly stack: Stack;
  /** What must be undone at the end, last first. */
  private readonly undo: (() => Promise<unknown>)[] = [];
  private killDatabase = (): void => undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly env: NodeJS.ProcessEnv,
    private readonly terminal: Terminal,
  ) {
    this.stack = new Stack(terminal, (reason) => this.failure.abort(new Refusal(reason)));
    const stop = stopSignal(() => {
      terminal.say('Killing what still runs.');
      this.stack.kill();
      this.killDatabase();
    });
    this.over = AbortSignal.any([stop, this.failure.signal]);
  }

  async run(): Promise<void> {
    const { configuration, terminal } = this;
    const startedAt = performance.now();
    const { dataDir, host } = configuration;
    const port = configuration.port === 0 ? await freePort() : configuration.port;
    const addresses = publicAddresses(host, port);
    const hold = await holdInstance(dataDir, {
      external_database: configuration.databaseUrl !== null,
      base_url: addresses.base_url,
    });
    this.undo.push(() => hold.release());
    await refuseTakenPort(host, port);

    terminal.say(terminal.bold('marches-publics-api'));
    const apps = configuration.feeds === 'live' ? APPS.filter((app) => app !== 'feeds') : APPS;
    const console = await prepareConsole(configuration);
    const env = await childEnvironment(this.env, configuration, port, console);
    const databaseUrl = await this.startDatabase(hold, (url) => void this.restartApps(apps, (app) => env(app, url)));
    const migrations = await this.unlessOver(migrate(databaseUrl, MIGRATIONS));
    terminal.step('schema', migrations.length === 0 ? 'up to date' : `${migrations.length} migrations run`);
    const demo = await this.unlessOver(
      this.prepareDemo(databaseUrl, {
        ...addresses,
        console: { url: console.url, jeton: console.given ? null : console.token },
      }),
    );
    this.undo.push(() => this.stack.stop());
    this.stack.start(apps, (app) => env(app, databaseUrl));
    terminal.step(
      'notices',
      configuration.feeds === 'live'
        ? 'from the real publishers (FEEDS=live)'
        : `simulated feeds, ${count(configuration.feedsSize)} publications and growing`,
    );
    const state = await this.untilReady(databaseUrl, addresses.base_url);
    this.stack.ready();
    await this.unlessOver(
      announce(terminal, demo, {
        docsUrl: addresses.docs_url,
        dataDir: resolve(dataDir),
        state,
        seconds: (performance.now() - startedAt) / 1000,
      }),
    );
    await this.unlessOver(new Promise(() => undefined));
  }

  async stopAll(): Promise<void> {
    if (this.undo.length > 1) this.terminal.say('\nStopping…');
    this.terminal.endProgress();
    while (this.undo.length > 0) await this.undo.pop()?.();
    this.terminal.say('Stopped.');
  }

  private async startDatabase(hold: InstanceHold, onRestart: (url: string) => void): Promise<string> {
    const { databaseUrl, dataDir } = this.configuration;
    if (databaseUrl !== null) {
      this.terminal.step('database', `DATABASE_URL, at ${new URL(databaseUrl).host}`);
      return databaseUrl;
    }
    const database = launchDatabase(this.env, this.terminal, (url) => {
      void hold.update({ database_url: url });
      onRestart(url);
    });
    this.killDatabase = () => database.kill();
    this.undo.push(() => database.stop());
    const url = await this.unlessOver(database.url);
    await hold.update({ database_url: url });
    this.terminal.step('database', `embedded PostgreSQL in ${resolve(dataDir)}`);
    return url;
  }

  private async restartApps(apps: readonly AppName[], env: (app: AppName) => NodeJS.ProcessEnv): Promise<void> {
    await this.stack.stop();
    if (this.over.aborted) return;
    this.terminal.warn('postgres', 'is back; the applications start again.');
    this.stack.start(apps, env);
  }

  private async prepareDemo(databaseUrl: string, addresses: Omit<Demo, 'cles'>): Promise<Demo> {
    const db = createDataSource({
      url: databaseUrl,
      entities: ACCESS_ENTITIES,
      poolSize: 2,
      applicationName: 'marches-start',
    });
    await db.initialize();
    try {
      return await ensureDemo(db, databaseUrl, this.configuration.dataDir, addresses);
    } finally {
      await db.destroy();
    }
  }

  private async untilReady(databaseUrl: string, baseUrl: string): Promise<LoadState> {
    let inVainSince = Number.POSITIVE_INFINITY;
    const pool = createPool({ url: databaseUrl, max: 1, applicationName: 'marches-start', onError: () => undefined });
    try {
      for (;;) {
        const state = await this.unlessOver(stateOrNull(pool));
        if (state) {
          inVainSince = isInVain(state) ? Math.min(inVainSince, performance.now()) : Number.POSITIVE_INFINITY;
          const settled = !state.loading || performance.now() - inVainSince >= IN_VAIN_MS;
          if (settled && (await isHealthy(baseUrl))) return state;
          this.terminal.progress('first load', describeLoad(state));
        }
        await this.unlessOver(sleep(LOOK_EVERY_MS));
      }
    } finally {
      this.terminal.endProgress();
      await pool.end();
    }
  }

  /** The promise's outcome, unless the operator stops or an application proves hopeless first. */
  private unlessOver<T>(promise: Promise<T>): Promise<T> {
    return new Promise((yes, no) => {
      const leave = () => no(this.failure.signal.aborted ? (this.failure.signal.reason as Error) : new Stopped());
      if (this.over.aborted) leave();
      this.over.addEventListener('abort', leave, { once: true });
      promise.then(yes, no).finally(() => this.over.removeEventListener('abort', leave));
    });
  }
}

/** Null while the database is away: it is being started again. */
function stateOrNull(pool: Pool): Promise<LoadState | null> {
  return loadState(pool).catch(() => null);
}

async function refuseTakenPort(host: string, port: number): Promise<void> {
  const refusal = await listenRefusal(host, port);
  if (refusal === null) return;
  throw new Refusal(
    refusal === 'EADDRINUSE'
      ? `Port ${port} of ${host} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
      : `The API cannot listen at ${host}, port ${port} (${refusal}). Choose others with HOST and PORT.`,
  );
}
