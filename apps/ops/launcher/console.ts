import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Configuration } from '#platform/configuration/configuration';
import { freePort } from '#platform/postgres/free-port';
import { origin } from './addresses.js';
import { type Demo, demoPath } from './demo.js';
import { listenRefusal } from './ports.js';

const TOKEN_BYTES = 32;

/** The operators' console of the worker that `start` runs. */
export interface LaunchedConsole {
  port: number;
  url: string;
  token: string;
  /** The operator gave it; it is written nowhere. */
  given: boolean;
}

/** Chooses where the console is and what opens it: any free port when the usual one is taken, the token of the last start. */
export async function prepareConsole(configuration: Configuration): Promise<LaunchedConsole> {
  const { workerHost, workerPort, operatorToken, dataDir } = configuration;
  const usable = workerPort !== 0 && (await listenRefusal(workerHost, workerPort)) === null;
  const port = usable ? workerPort : await freePort();
  return {
    port,
    url: origin(workerHost, port),
    token: operatorToken ?? (await keptToken(dataDir)) ?? randomBytes(TOKEN_BYTES).toString('hex'),
    given: operatorToken !== null,
  };
}

async function keptToken(dataDir: string): Promise<string | null> {
  try {
    const { console: kept } = JSON.parse(await readFile(demoPath(dataDir), 'utf8')) as Partial<Demo>;
    return typeof kept?.jeton === 'string' && /^[0-9a-f]{64}$/.test(kept.jeton) ? kept.jeton : null;
  } catch {
    return null;
  }
}
