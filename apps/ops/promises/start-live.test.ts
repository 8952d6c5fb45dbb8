import { jest } from '@jest/globals';
import { freePort } from '#platform/postgres/free-port';
import { emptyDataDir } from '../testing/ops.js';
import { get, killStarted, runOps } from '../testing/service.js';

jest.setTimeout(120_000);
afterAll(() => killStarted());

test('with real addresses that cannot be reached it says so for each source and goes on', async () => {
  const dataDir = emptyDataDir();
  const closed = `http://127.0.0.1:${await freePort()}`;
  const service = runOps(['start'], {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    FEEDS: 'live',
    BOAMP_URL: closed,
    TED_API_URL: closed,
    TED_SITE_URL: closed,
    HTTP_ATTEMPTS: '1',
    // The real registers can be reached by whoever has a network, and take gigabytes.
    IMPORT_DECP_SECONDS: '0',
    IMPORT_SIRENE_SECONDS: '0',
  });
  await service.said(/^Stop +Ctrl-C$/m);
  expect(service.output()).toMatch(/boamp +could not be read: /);
  expect(service.output()).toMatch(/ted +could not be read: /);
  expect(service.output()).toMatch(/^Ready in .*no notice yet/m);
  expect(service.output().match(/^curl /gm)).toHaveLength(4);
  await expect(get(dataDir, '/moi')).resolves.toMatchObject({ status: 200 });
  service.process.kill('SIGTERM');
  await expect(service.ended).resolves.toBe(0);
});
