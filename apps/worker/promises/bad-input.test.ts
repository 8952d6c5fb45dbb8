import type { INestApplicationContext } from '@nestjs/common';
import { readConfiguration } from '#platform/configuration/configuration';
import { JobQueue } from '#platform/queue/job-queue';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { collectorOf } from '#sources/adapters';
import type { Collectors } from '../collect/source-plans.js';
import { createWorker } from '../create-worker.js';
import { startBoampServer, type BoampServer, type Fault } from '../testing/boamp-server.js';
import { runsOf, served, until } from '../testing/runs.js';
import { boampRecord, sourceOf } from '../testing/source.js';

const DAY_CAP = 256 * 1024 * 1024;
const today = new Date().toISOString().slice(0, 10);

let database: TestDatabase;
let server: BoampServer;
let worker: INestApplicationContext;
let tedRuns = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startBoampServer(DAY_CAP);
  server.records.set(today, [boampRecord(1, 'Réfection de la voirie'), boampRecord(2, 'Entretien des espaces verts')]);
  const configuration = readConfiguration({
    LOG_LEVEL: 'silent',
    BOAMP_URL: server.url,
    COLLECT_DAYS: '3',
    COLLECT_SIMULATED_SECONDS: '86400',
    HTTP_TIMEOUT_MS: '500',
    HTTP_ATTEMPTS: '2',
  });
  // TED stands for every other source: it must go on whatever BOAMP does.
  const collectors: Collectors = new Map([
    ['boamp', collectorOf('boamp', server.url, '')],
    [
      'ted',
      (context) => {
        tedRuns++;
        return sourceOf([])(context);
      },
    ],
  ]);
  worker = await createWorker({ configuration, databaseUrl: database.url, collectors });
  await until(database.pool, 'select not loading from read.state');
});
afterAll(async () => {
  await worker.close();
  await server.close();
  await database.close();
});

async function collect(source: string): Promise<void> {
  await worker.get(JobQueue).wake('collect', { source, asked: true });
}

test('a good run: reported, normalised, served, and the first load ends', async () => {
  await until(database.pool, 'select count(*) = 2 from read.avis');
  const [run] = await runsOf(database.pool, 'boamp');
  expect(run).toMatchObject({ outcome: 'succeeded', reason: null, seen: 2, added: 2, faults: [] });
  expect(Number(run?.bytes)).toBeGreaterThan(500);
  expect(run?.ended_at).not.toBeNull();
});

test.each<[Fault, RegExp]>([
  ['down', /^refused: .+could not be read/],
  ['error page with 200', /^unexpected answer: .+expected JSON, got text\/html/],
  ['error page that says it is JSON', /^unexpected answer: .+not JSON/],
  ['truncated JSON', /^unexpected answer: .+not JSON/],
  ['cut connection', /^refused: /],
  ['over the cap', /^too_large: .+larger than \d+ bytes/],
  ['wrong charset', /^unexpected answer: .+not JSON/],
  ['not a list', /^unexpected answer: .+array/],
  ['silent', /^timeout: .+did not answer in time/],
  ['status 500', /^status: .+answered 500/],
  ['status 403', /^status: .+answered 403/],
])('%s: the run fails with its reason, the other source goes on, nothing ingested changes', async (fault, reason) => {
  const before = await served(database.pool);
  const position = await database.pool.query("select position from write.source where code = 'boamp'");
  const last = (await runsOf(database.pool, 'boamp')).at(-1)!.id;
  server.fault = fault;
  await collect('boamp');
  const ted = tedRuns;
  await collect('ted');
  await until(
    database.pool,
    "select exists (select from write.run where source = 'boamp' and id > $1 and ended_at is not null)",
    [last],
  );
  const run = (await runsOf(database.pool, 'boamp')).at(-1)!;
  expect(run).toMatchObject({ outcome: 'failed', added: 0 });
  expect(run.reason).toMatch(reason);
  for (let i = 0; tedRuns === ted && i < 100; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tedRuns).toBeGreaterThan(ted);
  expect(await served(database.pool)).toEqual(before);
  expect((await database.pool.query("select position from write.source where code = 'boamp'")).rows).toEqual(
    position.rows,
  );
  server.fault = null;
});

test('a source that comes back is taken up where it stood; an empty list is a good run', async () => {
  const last = (await runsOf(database.pool, 'boamp')).at(-1)!.id;
  server.records.set(today, [...server.records.get(today)!, boampRecord(3, 'Assurance du patrimoine')]);
  await collect('boamp');
  await until(
    database.pool,
    "select exists (select from write.run where source = 'boamp' and id > $1 and outcome = 'succeeded')",
    [last],
  );
  await until(database.pool, 'select count(*) = 3 from read.avis');
  expect((await runsOf(database.pool, 'boamp')).at(-1)).toMatchObject({ seen: 3, added: 1 });
});

test('a malformed record is a rejection with its reason and holds nobody up', async () => {
  server.records.set(today, [
    ...server.records.get(today)!,
    { idweb: '26-40', objet: 'x', donnees: '{"FNSimple":', gestion: '{}' },
    'not a record' as unknown as Record<string, unknown>,
    boampRecord(41, 'Fourniture de papier'),
  ]);
  await collect('boamp');
  await until(database.pool, 'select count(*) = 4 from read.avis');
  const { rows } = await database.pool.query('select reason, identifiant from write.rejection');
  expect(rows).toEqual([{ reason: 'malformed', identifiant: '26-40' }]);
  await until(database.pool, "select bool_and(ended_at is not null) from write.run where source = 'boamp'");
  expect((await runsOf(database.pool, 'boamp')).at(-1)).toMatchObject({
    outcome: 'succeeded',
    added: 2,
    faults: [{ reason: expect.stringContaining('not a JSON object') }],
  });
});
