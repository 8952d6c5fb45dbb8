import { fileURLToPath } from 'node:url';
import { apiAddress } from '#platform/database/api-address';
import { PER_PAGE, type Position } from './positions.js';
import { startServer, type ServerProcess } from './server-process.js';
import type { Row, Side } from './side.js';

const built = (path: string): [string, string] => [
  process.execPath,
  fileURLToPath(new URL(`../../${path}`, import.meta.url)),
];
const get = (path: string, headers: Record<string, string> = {}) => ({ method: 'GET' as const, path, headers });
const listed = (answer: unknown) => (answer as { data: Row[] }).data;

/** Settings under which the API refuses nothing that a benchmark asks: limits and slots are raised, no check is left out. */
const RAISED = {
  LOG_LEVEL: 'warn',
  SYNC_MARGIN_SECONDS: '0',
  RATE_LIMIT_PER_KEY: '1000000',
  RATE_LIMIT_PER_IP: '1000000',
  MAX_IN_FLIGHT_PER_KEY: '1000',
  MAX_IN_FLIGHT: '1000',
};

/** @param memorySeconds of the memory of answers; 0 turns it off. */
export function startApi(databaseUrl: string, memorySeconds = 0): Promise<ServerProcess> {
  const env = {
    ...RAISED,
    API_DATABASE_URL: apiAddress(databaseUrl),
    RESPONSE_MEMORY_SECONDS: String(memorySeconds),
  };
  return startServer(built('apps/api/main.js'), env, { path: '/api/v1/sante' });
}

export async function startOurs(databaseUrl: string, key: string): Promise<Side> {
  const server = await startApi(databaseUrl);
  const headers = { 'X-API-Key': key };
  return {
    name: 'ours',
    server,
    requestsFor: async (positions) => {
      const cursors = await walk(server.url, headers, positions);
      return cursors.map((cursor) =>
        get(`/api/v1/avis?per_page=${PER_PAGE}&curseur=${encodeURIComponent(cursor)}`, headers),
      );
    },
    rowsOf: listed,
  };
}

/** The cursors of these pages, as a client that walks is given them. */
async function walk(url: string, headers: Record<string, string>, positions: readonly Position[]): Promise<string[]> {
  const cursors: string[] = [];
  const last = positions.at(-1)?.page ?? 1;
  let cursor: string | null = null;
  for (let page = 1; page <= last; page += 1) {
    if (cursor !== null && positions.some((position) => position.page === page)) cursors.push(cursor);
    const query: string = cursor === null ? '' : `&curseur=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/v1/avis?per_page=${PER_PAGE}${query}`, { headers });
    cursor = ((await answer.json()) as { meta: { curseur_suivant: string | null } }).meta.curseur_suivant;
  }
  return cursors;
}

export async function startBare(databaseUrl: string): Promise<Side> {
  return {
    name: 'bare Fastify',
    server: await startServer(
      built('bench/serve/bare-server.js'),
      { DATABASE_URL: databaseUrl },
      { path: '/avis?after=2000-01-01T00:00:00Z' },
    ),
    requestsFor: (positions) => Promise.resolve(positions.map(({ after }) => get(`/avis?after=${after}`))),
    rowsOf: listed,
  };
}

export async function startTextbook(databaseUrl: string): Promise<Side> {
  return {
    name: 'textbook',
    server: await startServer(
      built('bench/serve/textbook/main.js'),
      { DATABASE_URL: databaseUrl },
      {
        path: '/avis',
      },
    ),
    requestsFor: (positions) =>
      Promise.resolve(positions.map(({ page }) => get(`/avis?per_page=${PER_PAGE}&page=${page}`))),
    rowsOf: listed,
  };
}
