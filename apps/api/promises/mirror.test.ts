import { appendFile, rm, writeFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { createClient } from '#client/client';
import { QuotaExceededError } from '#client/errors';
import { mergedLines, replaceFile } from '#client/mirror/compact';
import { synchronise, type Synchronisation } from '#client/mirror/loop';
import { openTarget } from '#client/mirror/open-target';
import type { Position } from '#client/mirror/position';
import { OtherServiceError, TargetBusyError, type Target } from '#client/mirror/target';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { compare, createTarget, readServer, type Kind, type TestTarget } from '../testing/mirrors.js';
import { inDays, publishNotices, type TestAvis } from '../testing/notices.js';
import { refusal, startRelay, type Rare, type Relay } from '../testing/relay.js';

jest.setTimeout(120_000);

const EQUAL = { lost: 0, stale: 0, extra: 0 };

let api: TestApi;
let relay: Relay;
let key: string;
let target: TestTarget;
beforeEach(async () => {
  api = await startApi();
  relay = await startRelay(api.baseUrl);
  ({ key } = await createKey(api.database, { limites: { general: 1_000_000 } }));
});
afterEach(async () => {
  await target.close();
  await relay.close();
  await api.close();
});

/** Notices `prefix-0`, `prefix-1`… */
function publishMany(count: number, avis: TestAvis = {}, prefix = '26'): Promise<string[]> {
  const notices = Array.from({ length: count }, (_, n): [string, TestAvis] => [`${prefix}-${n}`, avis]);
  return publishNotices(api.database.pool, Object.fromEntries(notices));
}

async function sync(options: Partial<Synchronisation> = {}, cle = key): Promise<Position> {
  const opened = await openTarget(target.to);
  try {
    const client = createClient({ base: relay.baseUrl, cle, retry: { attempts: 4 } });
    return await synchronise({ client, target: opened, base: 'essai', ...options });
  } finally {
    await opened.close();
  }
}

async function difference(expected?: Parameters<typeof compare>[2]) {
  return compare(await target.read(), await readServer(api.database.pool), expected);
}

describe.each<Kind>(['postgres', 'ndjson'])('a mirror to %s', (kind) => {
  beforeEach(async () => {
    target = await createTarget(kind);
  });

  test('copies 5,000 notices, then asks only for what changed', async () => {
    await publishMany(5_000);
    await publishMany(20, { date_limite: inDays(-2) }, 'clos');
    await sync();
    expect(await difference()).toEqual(EQUAL);
    expect(relay.pages.filter((page) => !page.has('updated_since'))).toHaveLength(50);

    relay.pages.length = 0;
    await publishMany(150, { titre: 'Corrigé' });
    await publishMany(10, { motif_retrait: 'supprime' }, '26-1');
    await publishMany(7, { date_limite: inDays(-1) }, '26-2');
    await publishMany(3, {}, 'nouveau');
    await sync();
    expect(await difference()).toEqual(EQUAL);
    const copy = [...(await target.read()).values()];
    expect(copy.filter((avis) => avis.statut === 'retire')).toHaveLength(10);
    expect(relay.pages.length).toBeLessThanOrEqual(3);
    expect(relay.pages.every((page) => page.has('updated_since'))).toBe(true);
  });

  test('misses nothing that closes or is retired behind its back during the copy', async () => {
    const ids = await publishMany(350);
    let pages = 0;
    await sync({
      onPage() {
        pages += 1;
        if (pages === 2) return;
      },
      beforePage: async () => {
        if (pages !== 2) return;
        pages += 1;
        await publishMany(3, { date_limite: inDays(-1) });
        await publishNotices(api.database.pool, { '26-5': { motif_retrait: 'doublon', canonique_id: ids[9]! } });
      },
    });
    expect(await difference()).toEqual(EQUAL);
    expect((await target.read()).get(ids[5]!)?.statut).toBe('retire');
  });

  test('copies again after 30 days, and drops what is no longer there', async () => {
    const ids = await publishMany(250);
    await sync();
    await target.rewrite((position) => ({
      ...position,
      changes: { since: new Date(Date.now() - 31 * 86_400_000).toISOString(), curseur: null },
    }));
    await api.database.pool.query('delete from read.avis where id = $1', [ids[7]]);
    await publishMany(4, { titre: 'Corrigé' });
    const position = await sync();
    expect(position.pass).toBe(2);
    expect(await difference()).toEqual(EQUAL);
    expect((await target.read()).has(ids[7]!)).toBe(false);
  });

  test('takes the walk again from page one when its cursor is refused', async () => {
    await publishMany(450);
    await expect(sync({ onPage: stopAfter(3) })).rejects.toThrow('stopped');
    await target.rewrite((position) => ({ ...position, copy: { curseur: 'abîmé' } }));
    await sync();
    expect(await difference()).toEqual(EQUAL);
    await target.rewrite((position) => ({ ...position, changes: { ...position.changes, curseur: 'abîmé' } }));
    await publishMany(2, { titre: 'Corrigé' });
    const { pass } = await sync();
    expect([pass, await difference()]).toEqual([1, EQUAL]);
  });

  test('copies again when asked for other notices', async () => {
    await publishMany(110);
    await publishMany(120, { date_limite: inDays(-2) }, 'clos');
    await sync();
    await sync({ statut: 'tous' });
    expect(await difference((avis) => avis.statut !== 'retire')).toEqual(EQUAL);
    await sync();
    expect(await difference((avis) => avis.statut !== 'retire')).toEqual(EQUAL);
  });

  test('stops on the quota and goes on from the same page', async () => {
    await publishMany(520);
    const limited = await createKey(api.database, { limites: { general: 250 } });
    await expect(sync({}, limited.key)).rejects.toBeInstanceOf(QuotaExceededError);
    const asked = relay.pages.length;
    expect(asked).toBe(3);
    await sync();
    expect(await difference()).toEqual(EQUAL);
    expect(relay.pages.slice(asked).filter((page) => !page.has('updated_since'))).toHaveLength(4);
    expect(relay.pages[asked]!.has('curseur')).toBe(true);
  });

  test('gets through refusals, cut connections and half answers', async () => {
    await publishMany(600);
    const badGateway: Rare = { status: 502, body: '<html>Bad gateway</html>' };
    const rare: Rare[] = [refusal(503, 'unavailable', 1), 'cut', 'half', refusal(429, 'rate_limited', 1), badGateway];
    relay.interfere = (_, number) => (number % 2 === 1 ? (rare[(number - 1) / 2] ?? null) : null);
    await sync();
    expect(await difference()).toEqual(EQUAL);
  });

  test('reads the changes during a copy so long that they would be forgotten', async () => {
    await publishMany(450);
    await expect(sync({ onPage: stopAfter(2) })).rejects.toThrow('stopped');
    await target.rewrite((position) => ({
      ...position,
      changes: { since: new Date(Date.now() - 20 * 86_400_000).toISOString(), curseur: null },
    }));
    const { pass } = await sync();
    expect([pass, await difference()]).toEqual([1, EQUAL]);
    expect(relay.pages[2]!.has('updated_since')).toBe(true);
  });

  test('refuses a target that another mirror holds, or that copies another service', async () => {
    await publishMany(3);
    await sync();
    const held = await openTarget(target.to);
    await expect(openTarget(target.to)).rejects.toBeInstanceOf(TargetBusyError);
    await held.close();
    await expect(sync({ base: 'autre' })).rejects.toBeInstanceOf(OtherServiceError);
    await sync({ base: 'autre', moved: true });
    await sync({ base: 'autre' });
  });
});

describe('a mirror to a file', () => {
  beforeEach(async () => {
    target = await createTarget('ndjson');
    await publishMany(150);
  });

  test('cuts a line that a kill left torn', async () => {
    await sync();
    await appendFile(`${target.to}.journal`, '{"position":{"base":"essai","sta');
    await publishMany(5, { titre: 'Corrigé' });
    await sync();
    expect(await difference()).toEqual(EQUAL);
  });

  test('killed between the two files that end a synchronisation, it ends it again', async () => {
    await sync();
    await target.rewrite((position) => ({ ...position, pass: 2, copy: { curseur: null } }));
    await api.database.pool.query(`delete from read.avis where liste like '%26-14"%'`);
    const opened = await openTarget(target.to);
    const client = createClient({ base: relay.baseUrl, cle: key });
    const killed: Target = {
      ...opened,
      async finish({ pass }) {
        await replaceFile(target.to, mergedLines(target.to, `${target.to}.journal`, pass));
        throw new Error('killed');
      },
    };
    await expect(synchronise({ client, target: killed, base: 'essai' })).rejects.toThrow('killed');
    await opened.close();
    expect(await difference()).toEqual(EQUAL);
    await sync();
    expect(await difference()).toEqual(EQUAL);
  });

  test('copies again when the copy beside its journal is gone', async () => {
    await sync();
    await rm(target.to);
    await sync();
    expect(await difference()).toEqual(EQUAL);
  });

  test('never writes over a file that is not its own', async () => {
    await writeFile(target.to, 'précieux');
    await expect(sync()).rejects.toThrow('choisissez un autre nom');
  });
});

function stopAfter(pages: number): () => void {
  let left = pages;
  return () => {
    left -= 1;
    if (left === 0) throw new Error('stopped');
  };
}
