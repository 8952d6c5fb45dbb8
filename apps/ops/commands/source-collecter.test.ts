import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { JobRunner } from '#platform/queue/job-runner';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let outcome = 'succeeded';
let reason: string | null = null;
/** Stands for the worker: takes the job and writes the report of a run. */
let worker: JobRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  worker = new JobRunner({
    address: { redisUrl: null, databaseUrl: database.url },
    concurrency: 1,
    async handle(_, { source }, id) {
      await database.pool.query(
        `insert into write.run (source, job_id, ended_at, outcome, reason, seen, added)
         values ($1, $2, clock_timestamp(), $3, $4, 12, 5)`,
        [source, id, outcome, reason],
      );
    },
    onError: () => undefined,
    onFailed: () => undefined,
  });
});
afterAll(async () => {
  await worker.close();
  await database.close();
});

test('without a worker the command says that nobody took the run', async () => {
  const answer = await ops(['source', 'collecter', 'ted', '--attendre', '1s'], env);
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/No worker took the run of ted/) });
});

test('a source is collected now, and the run reported', async () => {
  await worker.start();
  const run = await opsJson(['source', 'collecter', 'boamp'], env);
  expect(run).toMatchObject({ source: 'boamp', outcome: 'succeeded', seen: 12, added: 5 });
  const { stdout } = await ops(['source', 'collecter', 'boamp'], env);
  expect(stdout).toMatch(/boamp: réussie in [\d.]+ s; 12 documents seen, 5 new, 0 of them changed, 0 faults/);
});

test('a run that fails is said with its reason', async () => {
  outcome = 'failed';
  reason = 'refused: connect ECONNREFUSED';
  const answer = await ops(['source', 'collecter', 'boamp'], env);
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
});

test('a source without an address is refused, saying how to give one', async () => {
  const answer = await ops(['source', 'collecter', 'klekoon'], { ...env, FEEDS: 'live' });
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/source regler klekoon.*KLEKOON_URL/) });
});

test('a queue that is away is said, and holds nobody up', async () => {
  const answer = await ops(['source', 'collecter', 'boamp'], { ...env, REDIS_URL: 'redis://127.0.0.1:1' });
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/queue does not answer.*REDIS_URL/) });
});
