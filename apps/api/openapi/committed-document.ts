import { DocumentText } from '../documentation/document-text.js';
import { createApi } from '../create-api.js';

/** Nothing is asked of the database to describe the routes, so that this needs none. */
const NO_DATABASE = 'postgres://localhost:1/none';

/** The document as the file apps/api/openapi.json holds it. */
export async function renderDocument(): Promise<string> {
  const app = await createApi({
    mcpHosts: [],
    apiDatabaseUrl: NO_DATABASE,
    redisUrl: null,
    trustProxy: false,
    logLevel: 'silent',
    logFormat: 'json',
    syncMarginSeconds: 600,
    listTimeoutMs: 5_000,
    rateLimitPerKey: 60,
    rateLimitPerIp: 120,
    maxInFlightPerKey: 4,
    maxInFlight: 8,
    responseMemorySeconds: 60,
    apiPoolSize: 1,
    clientTimeoutMs: 30_000,
    shutdownGraceSeconds: 0,
    metricsHost: '127.0.0.1',
    metricsPort: null,
  });
  try {
    return `${JSON.stringify(JSON.parse(app.get(DocumentText).text), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
