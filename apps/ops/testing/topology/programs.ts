import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { answersOk, type Program } from './restartable.js';

const built = (app: string) => fileURLToPath(new URL(`../../../../dist/apps/${app}/main.js`, import.meta.url));
const CADDYFILE = fileURLToPath(new URL('../../../../docker/caddy/Caddyfile', import.meta.url));
const LOG = { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' };

type Env = Readonly<Record<string, string>>;

/** The API at `host`:`port`, its private port beside it. @param env its settings, API_DATABASE_URL at least. */
export function api(
  name: string,
  { host, port, privatePort }: { host: string; port: number; privatePort: number },
  env: Env,
): Program {
  const place = { HOST: host, PORT: String(port), METRICS_HOST: host, METRICS_PORT: String(privatePort) };
  return {
    name,
    command: process.execPath,
    args: [built('api')],
    env: { ...LOG, ...env, ...place },
    isReady: async () =>
      (await answersOk(`http://${host}:${String(privatePort)}/pret`)) &&
      (await answersOk(`http://${host}:${String(port)}/api/v1/sante`)),
  };
}

/** @param env its settings, DATABASE_URL at least. */
export function worker(name: string, port: number, env: Env): Program {
  return {
    name,
    command: process.execPath,
    args: [built('worker')],
    env: { ...LOG, ...env, WORKER_PORT: String(port) },
    // The console listens once the worker is at work; whatever it answers.
    isReady: async () => (await fetch(`http://127.0.0.1:${String(port)}/`, { redirect: 'manual' })).status > 0,
  };
}

/** As compose.yml starts it: nothing of it is kept. */
export function redis(port: number, folder: string): Program {
  return {
    name: 'redis',
    command: 'redis-server',
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    env: {},
    async isReady() {
      const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.ping();
        return true;
      } finally {
        client.disconnect();
      }
    },
  };
}

/** The real one, with the Caddyfile that is shipped. @param upstreams `host:port` of the two APIs. */
export function caddy(
  port: number,
  upstreams: readonly [string, string],
  privatePort: number,
  folder: string,
): Program {
  return {
    name: 'caddy',
    command: 'caddy',
    args: ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'],
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: `http://127.0.0.1:${String(port)}`,
      API_1: upstreams[0],
      API_2: upstreams[1],
      API_HEALTH_PORT: String(privatePort),
    },
    isReady: () => answersOk(`http://127.0.0.1:${String(port)}/api/v1/sante`),
  };
}

/** Programs that this machine lacks: .ci/run installs them. */
export function missingPrograms(): string[] {
  return ['caddy', 'redis-server'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
}
