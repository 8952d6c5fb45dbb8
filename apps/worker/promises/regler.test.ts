import type { INestApplicationContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import { regler } from '#avis/write/reglages';
import { readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { JobQueue } from '#platform/queue/job-queue';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Collect } from '#sources/adapter';
import type { Reglage } from '#sources/plan';
import { SOURCES, type SourceCode } from '#sources/registry';
import type { Collectors } from '../collect/source-plans.js';
import { createWorker } from '../create-worker.js';
import { type BoampServer, startBoampServer } from '../testing/boamp-server.js';
import { runsOf, until } from '../testing/runs.js';
import { boampRecord } from '../testing/source.js';

/** What an operator sets holds in a worker that runs, and a source that fails is left alone. */
jest.setTimeout(120_000);

let database: TestDatabase;
let worker: INestApplicationContext | null = null;
const servers: BoampServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await worker?.close();
  worker = null;
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await database.close();
});

async function start(env: Record<string, string>, collectors?: Collectors): Promise<void> {
  const configuration = readConfiguration({ LOG_LEVEL: 'silent', COLLECT_DAYS: '1', HTTP_ATTEMPTS: '1', ...env });
  const parts = { configuration, databaseUrl: database.url };
  worker = await createWorker(collectors === undefined ? parts : { ...parts, collectors });
}

async function boamp(number: number): Promise<BoampServer> {
  const server = await startBoampServer(1024);
  servers.push(server);
  server.records.set(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date()), [
    boampRecord(number),
  ]);
  return server;
}

/** As `ops source regler` does. */
async function set(source: SourceCode, change: Partial<Reglage> | null): Promise<void> {
  const options = { url: database.url, entities: [], poolSize: 1, applicationName: 'test' };
  const db = await createDataSource(options).initialize();
  await regler(db, source, change);
  await db.destroy();
}

const scheduled = `exists (select from queue.scheduler where scheduler_id = 'collect:boamp')`;

test('an address, a cadence, a pause hold in a running worker, and can be taken back', async () => {
  const [first, second] = [await boamp(1), await boamp(2)];
  await start({
    FEEDS: 'live',
    // Without the real registers, which take gigabytes.
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
    BOAMP_URL: first.url,
    TED_API_URL: 'http://127.0.0.1:1',
    COLLECT_LIVE_SECONDS: '86400',
  });
  await until(database.pool, "select count(*) = 1 from write.document where identifiant = '26-1'");
  const { rows } = await database.pool.query('select adresse from write.source_environment where source = $1', [
    'place',
  ]);
  expect(rows).toEqual([{ adresse: null }]);

  await set('boamp', { adresse: second.url, cadence_secondes: 1 });
  // Another address: another server's position, so everything is read again.
  await until(database.pool, "select count(*) = 1 from write.document where identifiant = '26-2'");
  await until(database.pool, 'select count(*) >= 4 from write.run where source = $1 and adresse = $2', [
    'boamp',
    second.url,
  ]);

  await set('boamp', { en_pause: true });
  await until(database.pool, `select not ${scheduled}`);
  await until(database.pool, `select due_at is null from read.source where code = 'boamp'`, [], 60_000);
  await set('boamp', { en_pause: false });
  await until(database.pool, `select ${scheduled}`);

  await set('boamp', { adresse: null, sans_adresse: true });
  await until(database.pool, `select not ${scheduled}`);
  await set('boamp', null);
  await until(database.pool, "select adresse = $1 from write.run where source = 'boamp' order by id desc limit 1", [
    first.url,
  ]);
});

test('a source that fails again and again is left alone, asked for it is tried all the same, and comes back', async () => {
  const server = await boamp(1);
  server.fault = 'status 500';
  await start({ BOAMP_URL: server.url, COLLECT_SIMULATED_SECONDS: '1' }, new Map([['boamp', collectFrom(server)]]));
  await until(database.pool, "select opened_at is not null from write.source_health where source = 'boamp'");
  await until(database.pool, "select failures >= 7 from write.source_health where source = 'boamp'");
  const failed = await runsOf(database.pool, 'boamp');
  expect(new Set(failed.slice(0, 5).map(({ outcome }) => outcome))).toEqual(new Set(['failed']));
  // The pauses after the fifth and the sixth failure are a second and two: more than a cadence.
  const { rows } = await database.pool.query<{ s: number }>(
    `select extract(epoch from started_at - lag(started_at) over (order by id))::float as s from write.run order by id offset 5`,
  );
  expect(Math.max(...rows.map(({ s }) => s))).toBeGreaterThan(1.4);

  server.fault = null;
  await worker!.get(JobQueue).wake('collect', { source: 'boamp', asked: true });
  await until(
    database.pool,
    "select failures = 0 and opened_at is null from write.source_health where source = 'boamp'",
  );
  await until(database.pool, 'select count(*) = 1 from write.document');
});

test('eighteen runs at once do not wait for each other, however few connections there are', async () => {
  let begun = 0;
  let allBegun = (): void => undefined;
  const all = new Promise<void>((resolve) => (allBegun = resolve));
  const meets: Collect = async function* () {
    begun += 1;
    if (begun === SOURCES.length) allBegun();
    await all;
    yield { documents: [], position: {}, faults: [], progress: 1 };
  };
  await start({ WORKER_POOL_SIZE: '4' }, new Map(SOURCES.map(({ code }) => [code, meets])));
  await until(
    database.pool,
    `select count(distinct source) = ${SOURCES.length} from write.run where outcome = 'succeeded'`,
  );
});

function collectFrom(server: BoampServer): Collect {
  return async function* ({ http, signal }) {
    signal.throwIfAborted();
    await http.get(server.url);
    yield {
      documents: [
        { source: 'boamp', identifiant: '26-1', format: 'boamp-json', url: server.url, body: Buffer.from('{}') },
      ],
      position: {},
      faults: [],
      progress: 1,
    };
  };
}
