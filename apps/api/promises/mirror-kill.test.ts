import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { startMirror } from '../testing/mirror-process.js';
import { compare, createTarget, readServer, type Kind } from '../testing/mirrors.js';
import { publishNotices, type TestAvis } from '../testing/notices.js';
import { startRelay } from '../testing/relay.js';

jest.setTimeout(240_000);

const NOTICES = 20_000;
const PAGES = NOTICES / 100;
const KILLS = 20;
const SEED = Number(process.env['SEED'] ?? 20_261_121);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (let from = 0; from < NOTICES; from += 2_000) await publishMany(from, 2_000);
});
afterAll(() => api.close());

function publishMany(from: number, count: number, avis: TestAvis = {}): Promise<string[]> {
  const notices = Array.from({ length: count }, (_, n): [string, TestAvis] => [`26-${from + n}`, avis]);
  return publishNotices(api.database.pool, Object.fromEntries(notices));
}

test.each<Kind>(['postgres', 'ndjson'])(
  `killed ${KILLS} times during a copy of ${NOTICES} notices to %s, the mirror equals the server`,
  async (kind) => {
    console.log(`seed ${SEED}`);
    const random = randomFrom(SEED);
    const relay = await startRelay(api.baseUrl);
    const target = await createTarget(kind);
    const { key } = await createKey(api.database, { limites: { general: 10_000_000 } });
    const start = () => startMirror(key, ['--base', relay.baseUrl, '--to', target.to, '--rythme', '0']);
    let kills = 0;
    for (; kills < KILLS; kills += 1) {
      // Killed a moment after its 1st to 10th answer: while it reads, writes, or asks for the next page.
      let left = 1 + Math.floor(random() * 10);
      const delay = random() * 15;
      const mirror = start();
      const reached = new Promise<void>((resolve) => {
        relay.answered = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      });
      await Promise.race([reached, mirror.ended]);
      await sleep(delay);
      mirror.kill('SIGKILL');
      expect((await mirror.ended).end).toBe('SIGKILL');
      // The server moves on meanwhile.
      await publishMany(kills * 900, 3, { titre: `Corrigé après l’arrêt ${kills + 1}` });
    }
    relay.answered = () => undefined;
    const { end, said } = await start().ended;
    expect([end, said]).toEqual([0, expect.stringContaining('À jour')]);
    expect(compare(await target.read(), await readServer(api.database.pool))).toEqual({ lost: 0, stale: 0, extra: 0 });

    const copied = relay.pages.filter((page) => !page.has('updated_since'));
    const begun = copied.filter((page) => !page.has('curseur'));
    console.log(
      `${kind}: ${kills} kills, ${relay.pages.length} pages asked, ${copied.length} for ${PAGES} of the copy`,
    );
    // A kill costs at most the page under way; only one before the first page is stored begins again.
    expect(copied.length).toBeLessThanOrEqual(PAGES + KILLS + 1);
    expect(begun.length).toBeLessThanOrEqual(3);
    await target.close();
    await relay.close();
  },
);

/** mulberry32: uniform in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
