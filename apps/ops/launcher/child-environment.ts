import type { Configuration } from '#platform/configuration/configuration';
import { freePort } from '#platform/postgres/free-port';
import { listenRefusal } from './ports.js';

/**
 * The environment of the applications: the launcher's own, with what it decided.
 * @returns a function of the database's address, which changes when the embedded server is started again.
 */
export async function childEnvironment(
  env: NodeJS.ProcessEnv,
  configuration: Configuration,
  port: number,
): Promise<(databaseUrl: string) => NodeJS.ProcessEnv> {
  const feeds = configuration.feeds === 'live' ? {} : await feedsEnvironment(configuration.feedsPort);
  return (databaseUrl) => ({
    ...env,
    ...feeds,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    // One line an event: the launcher makes them readable.
    LOG_FORMAT: 'json',
  });
}

/** The feeds are started by the launcher and asked by the worker only: any free port will do when theirs is taken. */
async function feedsEnvironment(wanted: number): Promise<NodeJS.ProcessEnv> {
  const usable = wanted !== 0 && (await listenRefusal('127.0.0.1', wanted)) === null;
  const port = usable ? wanted : await freePort();
  return { FEEDS_PORT: String(port), FEEDS_URL: `http://127.0.0.1:${port}` };
}
