import { SOURCES } from '#sources/registry';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  await database.pool.query(`
    insert into write.run (source, started_at, ended_at, outcome, reason, seen, added, faults, bytes) values
      ('ted', '2026-11-20T10:00:00Z', '2026-11-20T10:00:05Z', 'succeeded', null, 40, 40, '[]', 5000000000),
      ('ted', '2026-11-20T11:00:00Z', '2026-11-20T11:00:30Z', 'failed', 'refused: no answer', 0, 0, '[{}, {}]', 0),
      ('boamp', '2026-11-20T11:00:00Z', null, null, null, 7, 3, '[]', 0)`);
});
afterAll(() => database.close());

test('runs are shown newest first, with how they ended', async () => {
  const runs = await opsJson<{ id: string; source: string }[]>(['executions'], env);
  expect(runs.map((run) => run.source)).toEqual(['boamp', 'ted', 'ted']);
  expect(runs[1]).toMatchObject({
    outcome: 'failed',
    reason: 'refused: no answer',
    faults: 2,
    ended_at: '2026-11-20T11:00:30Z',
  });
  expect(runs[2]).toMatchObject({ bytes: 5_000_000_000 });
  const { stdout } = await ops(['executions', '--source', 'ted', '--limite', '1'], env);
  expect(stdout).toMatch(/ted .*30 .*échouée\n {4}refused: no answer/);
  expect(stdout).not.toContain('boamp');
});

test('every source of the registry is listed with its last run', async () => {
  const sources = await opsJson<{ code: string; derniere_execution: unknown }[]>(['source', 'lister'], env);
  expect(sources.map((source) => source.code)).toEqual(SOURCES.map((source) => source.code));
  expect(sources.find((source) => source.code === 'ted')).toMatchObject({
    etat: 'active',
    derniere_execution: { outcome: 'failed' },
  });
  const { stdout } = await ops(['source', 'lister'], env);
  expect(stdout).toMatch(/boamp .*en cours/);
});

test('every row of both tables fits a terminal of 120 columns; only a long reason or address goes on below', async () => {
  await database.pool.query(`
    insert into write.source_health (source, failures, opened_at, retry_at)
      values ('alsace_marches_publics', 9, now(), now());
    insert into read.source (code, coupee) values ('alsace_marches_publics', false);
    insert into write.run (source, started_at, ended_at, outcome, reason, seen, added, changed, faults, bytes, reached) values
      ('alsace_marches_publics', '2026-11-20T10:00:00Z', '2026-11-20T10:59:59Z', 'interrupted', '${'long '.repeat(50)}',
       1000000, 1000000, 1000000, '[{}, {}]', 99999999999, '{"page": 12}')`);
  const executions = await ops(['executions'], env);
  const lister = await ops(['source', 'lister'], env);
  for (const { stdout } of [executions, lister]) {
    expect(stdout).toContain('long long');
    const rows = stdout.split('\n').filter((line) => !line.startsWith('    '));
    expect(rows.filter((line) => line.length > 120)).toEqual([]);
  }
  expect(executions.stdout).toContain('atteint 12');
  expect(lister.stdout).toMatch(/alsace_marches_publics .*ouvert/);
});

test('an unknown source is refused with the codes that exist', async () => {
  const answer = await ops(['executions', '--source', 'nowhere'], env);
  expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('megalis_bretagne') });
});
