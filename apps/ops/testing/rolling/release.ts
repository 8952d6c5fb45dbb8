import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiAddress } from '#platform/database/api-address';
import { answersOk, type Restartable, restartable } from '../topology/restartable.js';

const LOG = { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' };
const run = promisify(execFile);

/** The processes of one release, as any release has them: entry points, settings and command line of 0.1.0. */
export interface Release {
  api(port: number, env: Readonly<Record<string, string>>): Restartable;
  worker(env: Readonly<Record<string, string>>): Restartable;
  feeds(port: number, env: Readonly<Record<string, string>>): Restartable;
  /** Runs its command line. @returns what it printed. */
  ops(...args: string[]): Promise<string>;
}

/** @param root where its dist/ is. */
export function release(name: string, root: string, databaseUrl: string): Release {
  const entry = (app: string) => join(root, 'dist', 'apps', app, 'main.js');
  const program = (app: string, env: Readonly<Record<string, string>>, isReady: () => Promise<boolean>) =>
    restartable({
      name: `${app} ${name}`,
      command: process.execPath,
      args: [entry(app)],
      env: { ...LOG, ...env },
      isReady,
    });
  return {
    api: (port, env) =>
      program('api', { API_DATABASE_URL: apiAddress(databaseUrl), HOST: '127.0.0.1', PORT: String(port), ...env }, () =>
        answersOk(`http://127.0.0.1:${String(port)}/api/v1/sante`),
      ),
    worker: (env) =>
      program(
        'worker',
        {
          DATABASE_URL: databaseUrl,
          WORKER_PORT: '0',
          ...env,
        },
        () => Promise.resolve(true),
      ),
    feeds: (port, env) =>
      program('feeds', { HOST: '127.0.0.1', FEEDS_PORT: String(port), ...env }, async () => {
        await fetch(`http://127.0.0.1:${String(port)}/`);
        return true;
      }),
    async ops(...args) {
      const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
      const { stdout } = await run(process.execPath, [entry('ops'), ...args], { env });
      return stdout;
    },
  };
}
