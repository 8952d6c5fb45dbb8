import { DocumentText } from '../documentation/document-text.js';
import { createApi } from '../create-api.js';
import { listedTool } from '../mcp/listed-tool.js';
import { createTools } from '../mcp/tools.js';

/** Nothing is asked of the database to describe the routes, so that this needs none. */
const NO_DATABASE = 'postgres://localhost:1/none';

/** What is published for clients, by the file that holds it. */
export async function renderDocuments(): Promise<Record<string, string>> {
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
    const tools = createTools((controller) => app.get(controller)).map(listedTool);
    return {
      'apps/api/openapi.json': written(JSON.parse(app.get(DocumentText).text)),
      'apps/api/tools.json': written(tools),
    };
  } finally {
    await app.close();
  }
}

function written(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
