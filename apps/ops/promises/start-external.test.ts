import { jest } from '@jest/globals';
import { freePort } from '#platform/postgres/free-port';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { emptyDataDir } from '../testing/ops.js';
import { commandOf, descendants } from '../testing/processes.js';
import { get, killStarted, runOps, startService } from '../testing/service.js';

jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  killStarted();
  await database.close();
});

test('with DATABASE_URL that database is used, and no server is started', async () => {
  const dataDir = emptyDataDir();
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), FEEDS_PORT: '0', FEEDS_SIZE: '50' };
  const service = await startService({ ...env, DATABASE_URL: database.url });
  expect(service.output()).toContain(`DATABASE_URL, at ${new URL(database.url).host}`);
  expect(descendants(service.process.pid!).map(commandOf).join('\n')).not.toMatch(/postgres\0?-D|database-process/);
  await expect(get(dataDir, '/avis?per_page=1')).resolves.toMatchObject({ status: 200 });
  const { rows } = await database.pool.query('select loading from read.state');
  expect(rows).toEqual([{ loading: false }]);

  const elsewhere = runOps(['compte', 'lister'], { DATA_DIR: dataDir, DATABASE_URL: '' });
  await expect(elsewhere.ended).resolves.toBe(1);
  expect(elsewhere.output()).toContain('set the same one for this command');

  service.process.kill('SIGINT');
  await expect(service.ended).resolves.toBe(0);
});
