import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readConfiguration } from '#platform/configuration/configuration';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Collectors } from '../collect/source-plans.js';
import { createWorker } from '../create-worker.js';

export const OPERATOR_TOKEN = 'an-operator-token-made-for-the-tests';

/** A worker over a database of its own, its server reached by real HTTP. */
export interface TestWorker {
  database: TestDatabase;
  app: NestFastifyApplication;
  /** Without a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** @param collectors instead of the real adapters, for which null stands; nothing is collected when absent. */
export async function startWorkerServer(
  env: Record<string, string> = {},
  collectors: Collectors | null = new Map(),
  on?: TestDatabase,
): Promise<TestWorker> {
  const database = on ?? (await createTestDatabase());
  const configuration = readConfiguration({
    LOG_LEVEL: 'silent',
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
    OPERATOR_TOKEN,
    ...env,
  });
  const app = await createWorker({
    configuration,
    databaseUrl: database.url,
    ...(collectors === null ? {} : { collectors }),
  });
  await app.listen(0, '127.0.0.1');
  return {
    database,
    app,
    url: await app.getUrl(),
    async close() {
      await app.close();
      if (on === undefined) await database.close();
    },
  };
}
