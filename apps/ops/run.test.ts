import { createTestDatabase } from '#platform/testing/database';
import { emptyDataDir, ops, opsJson } from './testing/ops.js';

test.each([
  [['--help']],
  [['start', '--help']],
  [['migrer', '--help']],
  [['compte', 'creer', '--help']],
  [['compte', 'lister', '--help']],
  [['compte', 'plan', '--help']],
  [['cle', 'emettre', '--help']],
  [['cle', 'lister', '--help']],
  [['cle', 'revoquer', '--help']],
  [['cle', 'renouveler', '--help']],
  [['quota', 'lister', '--help']],
  [['quota', 'definir', '--help']],
  [['usage', '--help']],
  [['couper', '--help']],
  [['retablir', '--help']],
  [['coupures', '--help']],
  [['source', 'lister', '--help']],
  [['source', 'collecter', '--help']],
  [['executions', '--help']],
  [['importer', 'decp', '--help']],
  [['importer', 'etat', '--help']],
  [['importer', 'rejouer', '--help']],
])('%j teaches by examples', async (args) => {
  const { code, stdout } = await ops(args, {});
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: ops');
  expect(stdout).toContain('--json');
  if (args.length > 1) expect(stdout).toMatch(/Examples?:\n/);
});

test('without a database the message says what to do', async () => {
  const { code, stderr } = await ops(['compte', 'lister'], { DATA_DIR: emptyDataDir() });
  expect(code).toBe(1);
  expect(stderr).toMatch(/DATABASE_URL is not set and no service runs on .*npm start/);
});

test('a database that does not answer is named without its password', async () => {
  const { code, stderr } = await ops(['compte', 'lister'], { DATABASE_URL: 'postgres://a:secret@127.0.0.1:9/x' });
  expect(code).toBe(1);
  expect(stderr).toContain('127.0.0.1:9');
  expect(stderr).not.toContain('secret');
});

test('a wrong setting is named', async () => {
  const { code, stderr } = await ops(['compte', 'lister'], { PORT: 'http' });
  expect(code).toBe(1);
  expect(stderr).toContain('PORT must be an integer');
});

test('an empty database is refused until it is migrated', async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  try {
    await database.pool.query(
      'drop schema read cascade; drop schema write cascade; drop schema access cascade; drop table migration',
    );
    const refused = await ops(['compte', 'lister'], env);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('ops -- migrer') });
    const first = await opsJson<{ migrations: string[] }>(['migrer'], env);
    expect(first.migrations.length).toBeGreaterThan(0);
    await expect(opsJson(['migrer'], env)).resolves.toEqual({ migrations: [] });
    await expect(opsJson(['compte', 'lister'], env)).resolves.toEqual([]);
  } finally {
    await database.close();
  }
});
