import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { startMirror, type MirrorProcess } from '../testing/mirror-process.js';
import { createTarget, type TestTarget } from '../testing/mirrors.js';
import { publishNotices } from '../testing/notices.js';
import { refusal, startRelay, type Relay } from '../testing/relay.js';

jest.setTimeout(60_000);

/** The mirror's command as its user runs it: what it says, how it ends. */

let api: TestApi;
let relay: Relay;
let target: TestTarget;
let key: string;
let ids: string[];
beforeAll(async () => {
  api = await startApi();
  const notices = Array.from({ length: 420 }, (_, n) => [`26-${n}`, {}]);
  ids = await publishNotices(api.database.pool, Object.fromEntries(notices));
});
afterAll(() => api.close());
beforeEach(async () => {
  relay = await startRelay(api.baseUrl);
  target = await createTarget('ndjson');
  ({ key } = await createKey(api.database, { limites: { general: 350 } }));
});
afterEach(async () => {
  await target.close();
  await relay.close();
});

function run(...options: string[]): MirrorProcess {
  return startMirror(key, ['--base', relay.baseUrl, '--to', target.to, ...options]);
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('It did not happen within 15 s.');
}

test('stopped by hand it says how to go on; out of quota it ends with 3, and resumes at the same page', async () => {
  const stopped = run('--rythme', '60');
  await eventually(() => relay.pages.length === 1);
  await sleep(300);
  stopped.kill('SIGTERM');
  expect(await stopped.ended).toEqual({ end: 130, said: expect.stringContaining('reprendre') });

  const { end, said } = await run('--rythme', '0').ended;
  expect([end, said]).toEqual([3, expect.stringContaining('Quota journalier atteint')]);
  expect(said).toMatch(/après \d{4}-\d\d-\d\d 00:0\d UTC/);
  expect(relay.pages.filter((page) => !page.has('curseur'))).toHaveLength(1);
});

test('one page a second unless told otherwise', async () => {
  const started = performance.now();
  await run().ended;
  // Five requests for 420 notices, the fourth refused by the quota.
  expect(performance.now() - started).toBeGreaterThanOrEqual(3000);
});

test('following, it takes what is new, lives through refusals, and waits for midnight when out of quota', async () => {
  ({ key } = await createKey(api.database, { limites: { general: 10_000 } }));
  const mirror = run('--rythme', '0', '--suivre', '--intervalle', '1');
  await eventually(async () => (await target.read()).size === 420);
  await publishNotices(api.database.pool, { '26-7': { titre: 'Corrigé' } });
  await eventually(async () => JSON.stringify((await target.read()).get(ids[7]!)).includes('Corrigé'));

  relay.interfere = () => refusal(503, 'unavailable', 600);
  await eventually(() => mirror.said().includes('Reprise à la même position dans 1 s'));
  relay.interfere = () => null;
  await publishNotices(api.database.pool, { '26-8': { motif_retrait: 'supprime' } });
  await eventually(async () => (await target.read()).get(ids[8]!)?.statut === 'retire');

  relay.interfere = () => refusal(429, 'quota_exceeded', 3600);
  await eventually(() => /Reprise à la même position dans 36\d\d s/.test(mirror.said()));
  mirror.kill('SIGTERM');
  expect((await mirror.ended).end).toBe(130);
});

test.each([
  ['a wrong key', ['--rythme', '0'], 'clé'],
  ['a wrong option', ['--rythme', 'vite'], 'Attendu'],
])('%s ends it, even when following, and is said without the key', async (_, options, why) => {
  key = 'mp_inconnue_et_secrete';
  const { end, said } = await run('--suivre', ...options).ended;
  expect(end).toBe(1);
  expect(said.toLowerCase()).toContain(why.toLowerCase());
  expect(said).not.toContain(key);
});
