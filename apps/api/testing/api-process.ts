import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expectNoCanari } from '#contrats/testing/no-canari';

const ROOT = new URL('../../../', import.meta.url);

/**
 * The built API with a clock of its own: the parent sends the instant at which the day of quotas stands. Prints its
 * port once it listens.
 */
const WITH_CLOCK = `
  import 'reflect-metadata';
  const [{ createApi }, { readConfiguration }] = await Promise.all([import(process.env.API), import(process.env.CONFIGURATION)]);
  let instant = new Date(process.env.INSTANT);
  process.on('message', (text) => { instant = new Date(text); process.send('set'); });
  const configuration = readConfiguration(process.env);
  const app = await createApi({ ...configuration, apiDatabaseUrl: configuration.apiDatabaseUrl }, { now: () => instant });
  await app.listen(0, '127.0.0.1');
  process.send(await app.getUrl());
`;

/** The API as a process of its own, to be killed. */
export interface ApiProcess {
  /** Ends with /api/v1. */
  baseUrl: string;
  pid: number;
  /** Everything it printed. */
  printed(): string;
  /** Sets the clock that quotas go by; resolves when it is set. */
  setClock(instant: string): Promise<void>;
  /** Sends a signal and waits for the end. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** @param env settings of the API, API_DATABASE_URL at least. @param instant where the clock of quotas stands. */
export async function startApiProcess(
  env: Record<string, string>,
  instant = new Date().toISOString(),
): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WITH_CLOCK], {
    cwd: fileURLToPath(ROOT),
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...env,
      API: new URL('dist/apps/api/create-api.js', ROOT).href,
      CONFIGURATION: new URL('dist/libs/platform/configuration/configuration.js', ROOT).href,
      INSTANT: instant,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said = () => new Promise<string>((resolve) => child.once('message', (text) => resolve(text as string)));
  const url = await Promise.race([
    said(),
    ended.then(() => {
      throw new Error(`the API ended before it listened:\n${printed}`);
    }),
  ]);
  return {
    baseUrl: `${url}/api/v1`,
    pid: child.pid!,
    printed: () => printed,
    async setClock(to) {
      const set = said();
      child.send(to);
      await set;
    },
    async end(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
      expectNoCanari(printed, 'The log of the API');
    },
  };
}
