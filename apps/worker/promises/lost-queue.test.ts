import type { INestApplicationContext } from '@nestjs/common';
import { archiveBatch } from '#avis/write/archive';
import { readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { describeWithRedis, startRedis } from '#platform/testing/redis';
import { createWorker } from '../create-worker.js';
import { runsOf, until } from '../testing/runs.js';
import { startBoampServer } from '../testing/boamp-server.js';
import { boampDocument, boampRecord } from '../testing/source.js';
import { startWorker } from '../testing/worker-process.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const documents = (from: number, count: number) => Array.from({ length: count }, (_, i) => boampDocument(from + i));

async function startHere(env: Record<string, string>): Promise<INestApplicationContext> {
  const configuration = readConfiguration({ LOG_LEVEL: 'silent', ...env });
  return createWorker({ configuration, databaseUrl: database.url });
}

describeWithRedis('with Redis', () => {
  test('Redis killed: what was archived is served all the same, and the worker still stops', async () => {
    const redis = await startRedis();
    const boamp = await startBoampServer(1024);
    boamp.records.set(new Date().toISOString().slice(0, 10), [boampRecord(1), boampRecord(2)]);
    const db = await createDataSource({
      url: database.url,
      entities: [],
      poolSize: 2,
      applicationName: 'test',
    }).initialize();
    // A process of its own: clients of a Redis that is gone never let go of theirs.
    const worker = startWorker({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      BOAMP_URL: boamp.url,
      COLLECT_DAYS: '3',
    });
    try {
      await until(database.pool, 'select count(*) = 2 from read.avis');
      await redis.stop();
      const batch = { documents: documents(100, 5), position: {}, faults: [], progress: null };
      await archiveBatch(db, 'boamp', batch);
      await until(database.pool, 'select count(*) = 7 from read.avis', [], 45_000);
      expect(await worker.end('SIGTERM')).toBeLessThan(15_000);
    } finally {
      await worker.end('SIGKILL');
      await db.destroy();
      await boamp.close();
      await redis.close();
    }
  }, 90_000);
});

test('sources that cannot be reached at all: each run says why, and the service opens without them', async () => {
  const nowhere = 'http://127.0.0.1:1';
  const app = await startHere({
    FEEDS: 'live',
    // Without the real registers, which take gigabytes.
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
    BOAMP_URL: nowhere,
    TED_API_URL: nowhere,
    TED_SITE_URL: nowhere,
    HTTP_ATTEMPTS: '1',
  });
  await until(database.pool, 'select not loading from read.state', [], 60_000);
  for (const source of ['boamp', 'ted']) {
    const runs = await runsOf(database.pool, source);
    expect(runs.length).toBeGreaterThanOrEqual(3);
    expect(runs[0]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^refused: .*ECONNREFUSED/) });
  }
  await app.close();
}, 90_000);
