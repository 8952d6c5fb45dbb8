import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { generateKey, hashKey, prefixeOf } from '#access/cles/key';
import type { FamilleQuota, Perimetre, Plan, UsageCle } from '#contract/vocabulary';
import { PERIMETRES } from '#contract/vocabulary';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createApi } from '../create-api.js';
import type { ApiSettings } from '../settings.js';

/** The API over a database of its own, reached by real HTTP. */
export interface TestApi {
  database: TestDatabase;
  app: NestFastifyApplication;
  /** Ends with /api/v1. */
  baseUrl: string;
  /** Address of the tool server. */
  mcpUrl: string;
  /** GET with a key (or none); path and query as they go on the wire. */
  get(path: string, key?: string | null, headers?: Record<string, string>): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the answer of any route
  body: any;
  /** Code of the error envelope, or undefined. */
  code: string | undefined;
}

/** Limits high enough that only the tests about limits meet them; no margin, no memory. */
export const OPEN_SETTINGS: Omit<ApiSettings, 'apiDatabaseUrl'> = {
  redisUrl: null,
  trustProxy: false,
  logLevel: 'error',
  logFormat: 'json',
  syncMarginSeconds: 0,
  listTimeoutMs: 30_000,
  rateLimitPerKey: 1_000_000,
  rateLimitPerIp: 1_000_000,
  maxInFlightPerKey: 1_000,
  maxInFlight: 1_000,
  responseMemorySeconds: 0,
  apiPoolSize: 4,
  clientTimeoutMs: 30_000,
  mcpHosts: ['localhost', '127.0.0.1', '[::1]'],
  metricsHost: '127.0.0.1',
  metricsPort: null,
  shutdownGraceSeconds: 0,
};

export async function startApi(settings: Partial<ApiSettings> = {}, on?: TestDatabase): Promise<TestApi> {
  const database = on ?? (await createTestDatabase());
  await database.pool.query('update read.state set loading = false');
  const app = await createApi({ ...OPEN_SETTINGS, apiDatabaseUrl: database.apiUrl, ...settings });
  await app.listen(0, '127.0.0.1');
  const baseUrl = `${await app.getUrl()}/api/v1`;
  return {
    database,
    app,
    baseUrl,
    mcpUrl: `${await app.getUrl()}/mcp`,
    get: (path, key = null, headers = {}) => get(`${baseUrl}${path}`, key, headers),
    async close() {
      await app.close();
      if (on === undefined) await database.close();
    },
  };
}

async function get(url: string, key: string | null, headers: Record<string, string>): Promise<TestAnswer> {
  const answer = await fetch(url, { headers: key === null ? headers : { 'X-API-Key': key, ...headers } });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const body = isJson ? JSON.parse(text) : null;
  return { status: answer.status, headers: answer.headers, text, body, code: body?.error?.code };
}

export interface TestCle {
  plan?: Plan;
  usage?: UsageCle;
  perimetres?: readonly Perimetre[];
  compteId?: string;
  limites?: Partial<Record<FamilleQuota, number>>;
}

/** An account and its key, straight in the tables. @returns the key as a client sends it. */
export async function createKey(database: TestDatabase, cle: TestCle = {}): Promise<{ key: string; compteId: string }> {
  const { plan = 'pro', usage = 'interne', perimetres = PERIMETRES, compteId = randomUUID(), limites = {} } = cle;
  const key = generateKey();
  await database.pool.query(
    `insert into access.compte (id, nom, email, plan) values ($1, 'Essai', 'essai@example.org', $2) on conflict do nothing`,
    [compteId, plan],
  );
  await database.pool.query(
    `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres) values ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), compteId, prefixeOf(key), hashKey(key), usage, perimetres],
  );
  for (const [famille, limite] of Object.entries(limites)) {
    await database.pool.query('insert into access.quota_limite values ($1, $2, $3)', [compteId, famille, limite]);
  }
  return { key, compteId };
}
