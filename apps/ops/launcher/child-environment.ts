import type { Configuration } from '#platform/configuration/configuration';
import { apiAddress } from '#platform/database/api-address';
import { freePort } from '#platform/postgres/free-port';
import type { LaunchedConsole } from './console.js';
import { listenRefusal } from './ports.js';
import type { AppName } from './stack.js';

export type ChildEnvironment = (app: AppName, databaseUrl: string) => NodeJS.ProcessEnv;

/**
 * The environment of the applications: the launcher's own, with what it decided.
 * @returns a function of the application, and of the database's address, which changes when the embedded server is
 * started anew.
 */
export async function childEnvironment(
  env: NodeJS.ProcessEnv,
  configuration: Configuration,
  port: number,
  console: LaunchedConsole,
): Promise<ChildEnvironment> {
  const feeds = configuration.feeds === 'live' ? {} : await feedsEnvironment(configuration.feedsPort);
  const common = {
    ...env,
    ...feeds,
    PORT: String(port),
    WORKER_PORT: String(console.port),
    // One line an event: the launcher makes them readable.
    LOG_FORMAT: 'json',
    // Nothing stands in front: Ctrl-C ends at once.
    SHUTDOWN_GRACE_SECONDS: '0',
  };
  // What answers the public is never told the owner's address.
  return (app, databaseUrl) =>
    app === 'worker'
      ? { ...common, DATABASE_URL: databaseUrl, API_DATABASE_URL: '', OPERATOR_TOKEN: console.token }
      : {
          ...common,
          OPERATOR_TOKEN: '',
          DATABASE_URL: '',
          API_DATABASE_URL: configuration.apiDatabaseUrl ?? apiAddress(databaseUrl),
        };
}

/** The feeds are started by the launcher and asked by the worker only: any free port will do when theirs is taken. */
async function feedsEnvironment(wanted: number): Promise<NodeJS.ProcessEnv> {
  const usable = wanted !== 0 && (await listenRefusal('127.0.0.1', wanted)) === null;
  const port = usable ? wanted : await freePort();
  return { FEEDS_PORT: String(port), FEEDS_URL: `http://127.0.0.1:${port}` };
}
