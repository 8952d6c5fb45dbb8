import { type CollectedBatch, type HttpAnswer, HttpFault, type Position } from '#sources/adapter';
import { collectAtexo } from '#sources/atexo/collect';
import { normaliseAtexoRow } from '#sources/atexo/normalise-row';
import { identifiantOf } from './identifiant.js';
import { itemOf } from './testing/item.js';
import { BASE, type Portal, portalOf } from './testing/portal.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const NEXT = new Date('2026-11-21T10:30:00Z');
const LIST = '/?page=Entreprise.EntrepriseAdvancedSearch&AllCons';

const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => itemOf(to - index));

async function run(
  portal: Portal,
  position: Position | null = null,
  { now = NOW, into = [] as CollectedBatch[], stopAfter = Infinity } = {},
): Promise<CollectedBatch[]> {
  const { signal } = new AbortController();
  for await (const batch of collectAtexo(
    'place',
    `${BASE}/`,
  )({ http: portal.http, position, since: '', now, signal })) {
    into.push(batch);
    if (into.length >= stopAfter) break;
  }
  return into;
}

const idsOf = (batches: CollectedBatch[]) =>
  batches.flatMap(({ documents }) => documents.map(({ identifiant }) => identifiant));
const faultsOf = (batches: CollectedBatch[]) => batches.flatMap(({ faults }) => faults.map(({ reason }) => reason));
const inventoryOf = (batches: CollectedBatch[]) => batches.at(-1)?.inventory?.toSorted();
const namesOf = (portal: Portal) => portal.items.map(identifiantOf).sort();
/** As JSON keeps it in the database. */
const stored = (batches: CollectedBatch[]) => JSON.parse(JSON.stringify(batches.at(-1)?.position)) as Position;
const page = (body: string, charset = 'utf-8'): HttpAnswer => ({
  status: 200,
  type: 'text/html',
  charset,
  body: Buffer.from(body),
});

describe('the list', () => {
  test('is walked whole by post-backs of a hundred rows, and ends with its inventory', async () => {
    const portal = portalOf(items(1, 210));
    const batches = await run(portal);
    expect(idsOf(batches)).toEqual(portal.items.map(identifiantOf));
    expect(batches.map(({ documents }) => documents.length)).toEqual([100, 100, 10]);
    expect(inventoryOf(batches)).toEqual(namesOf(portal));
    expect(batches.slice(0, -1).every(({ inventory }) => inventory === undefined)).toBe(true);
    expect(batches.map(({ progress }) => progress?.toFixed(2))).toEqual(['0.33', '0.67', '1.00']);
    expect(faultsOf(batches)).toEqual([]);
    expect(portal.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
  });

  test('of ten rows or less is one reading', async () => {
    const portal = portalOf(items(1, 7));
    const batches = await run(portal);
    expect(portal.asked).toHaveLength(1);
    expect(inventoryOf(batches)).toEqual(namesOf(portal));
  });

  test('that is empty, and says so, has an empty inventory', async () => {
    const batches = await run(portalOf([]));
    expect(batches).toMatchObject([{ documents: [], inventory: [], progress: 1 }]);
  });

  test('gives the same bytes for a row that has moved down', async () => {
    const portal = portalOf(items(1, 30));
    const [before] = await run(portal);
    portal.items.unshift(...items(31, 37));
    const [after] = await run(portal);
    const bytes = (batch?: CollectedBatch) =>
      new Map(batch?.documents.map(({ identifiant, body }) => [identifiant, body.toString()]));
    for (const [identifiant, body] of bytes(before)) expect(bytes(after).get(identifiant)).toBe(body);
  });

  test('gives other bytes for a row whose deadline moved', async () => {
    const portal = portalOf([itemOf(1)]);
    const [before] = await run(portal);
    portal.items = [itemOf(1, { limite: { jour: '2027-01-08', heure: '12:00' } })];
    const [after] = await run(portal, stored([before!]), { now: NEXT });
    expect(after?.documents[0]?.identifiant).toBe(before?.documents[0]?.identifiant);
    const deadline = normaliseAtexoRow(after!.documents[0]!);
    expect(deadline).toMatchObject({ publication: { content: { date_limite: '2027-01-08T11:00:00Z' } } });
  });
});

describe('a list that moves while it is walked', () => {
  test('loses nothing when consultations close: it is walked again, and the second walk has the inventory', async () => {
    const portal = portalOf(items(1, 210));
    portal.before = (_asked, nth) => {
      if (nth === 3) portal.items.splice(10, 20);
      return undefined;
    };
    const batches = await run(portal);
    expect(new Set(idsOf(batches))).toEqual(new Set(items(1, 210).map(identifiantOf)));
    expect(inventoryOf(batches)).toEqual(namesOf(portal));
  });

  test('tells one gone and one come from a list that stood still', async () => {
    const portal = portalOf(items(1, 210));
    portal.before = (_asked, nth) => {
      if (nth === 3) portal.items = [itemOf(999), ...portal.items.slice(0, 209)];
      return undefined;
    };
    const batches = await run(portal);
    expect(inventoryOf(batches)).toEqual(namesOf(portal));
    expect(idsOf(batches)).toContain('999-a1b');
  });

  test('gives no inventory when it never stands still', async () => {
    const portal = portalOf(items(1, 210));
    portal.before = (_asked, nth) => {
      portal.items.unshift(itemOf(1000 + nth));
      return undefined;
    };
    const batches = await run(portal);
    expect(batches.every(({ inventory }) => inventory === undefined)).toBe(true);
    expect(batches.at(-1)).toMatchObject({ progress: 1, position: { parcours: null } });
    expect(faultsOf(batches)).toEqual([expect.stringMatching(/^no inventory this time/)]);
  });
});

describe('a walk that was cut off', () => {
  test('is taken up at its last archived page, without inventory; the next one is whole', async () => {
    const portal = portalOf(items(1, 310));
    const cut = await run(portal, null, { stopAfter: 2 });
    portal.asked.length = 0;
    const resumed = await run(portal, stored(cut), { now: NEXT });
    const pages = portal.asked.map(({ form }) => form.get('ctl0$CONTENU_PAGE$resultSearch$numPageTop'));
    expect(pages).toEqual([null, null, '2', '3', '4']);
    expect(new Set([...idsOf(cut), ...idsOf(resumed)])).toEqual(new Set(portal.items.map(identifiantOf)));
    expect(inventoryOf(resumed)).toBeUndefined();
    expect(inventoryOf(await run(portal, stored(resumed), { now: NEXT }))).toEqual(namesOf(portal));
  });

  test('starts anew after an hour', async () => {
    const portal = portalOf(items(1, 210));
    const cut = await run(portal, null, { stopAfter: 2 });
    const late = await run(portal, stored(cut), { now: new Date('2026-11-21T11:30:00Z') });
    expect(inventoryOf(late)).toEqual(namesOf(portal));
  });

  test.each([{ parcours: 'x', listes: 3 }, { parcours: { depuis: 'jamais', page: 2 } }, { parcours: { page: -1 } }])(
    'starts anew on a position that cannot be read: %j',
    async (position) => {
      const portal = portalOf(items(1, 210));
      expect(inventoryOf(await run(portal, position))).toEqual(namesOf(portal));
    },
  );
});

describe('a page that cannot be read', () => {
  test('is read again by a second walk', async () => {
    const portal = portalOf(items(1, 210));
    portal.before = (_asked, nth) => (nth === 3 ? page('<html><title>Erreur</title></html>') : undefined);
    const batches = await run(portal);
    expect(faultsOf(batches)).toEqual([`page 2: ${BASE}${LIST}: no list of consultations (« Erreur »)`]);
    expect(inventoryOf(batches)).toEqual(namesOf(portal));
  });

  test('does not keep those behind it from being read, and leaves no inventory', async () => {
    const portal = portalOf(items(1, 310));
    portal.before = ({ form }) => {
      if (form.get('ctl0$CONTENU_PAGE$resultSearch$numPageTop') !== '2') return undefined;
      throw new HttpFault('status', 'answered 500', 500);
    };
    const batches = await run(portal);
    expect(faultsOf(batches)).toEqual([
      'page 2: answered 500',
      'page 2: answered 500',
      expect.stringMatching(/310 consultations announced at first, 210 read$/),
    ]);
    expect(new Set(idsOf(batches)).size).toBe(210);
    expect(batches.every(({ inventory }) => inventory === undefined)).toBe(true);
  });

  test('two in a row end the run with the reason; what was read before is given', async () => {
    const portal = portalOf(items(1, 410));
    portal.before = (_asked, nth) => {
      if (nth > 3) throw new HttpFault('timeout', 'no answer in 30 s');
      return undefined;
    };
    const batches: CollectedBatch[] = [];
    await expect(run(portal, null, { into: batches })).rejects.toThrow('no answer in 30 s');
    expect(idsOf(batches)).toHaveLength(200);
    portal.before = () => undefined;
    const resumed = await run(portal, stored(batches), { now: NEXT });
    expect(new Set([...idsOf(batches), ...idsOf(resumed)]).size).toBe(410);
  });
});

describe('the RSS', () => {
  const absent = (asked: { path: string }) => {
    if (asked.path === '/') throw new HttpFault('status', 'the list answered 404', 404);
    return undefined;
  };

  test('stands in for a list that is absent, and the run says so', async () => {
    const portal = portalOf(items(1, 210));
    portal.before = absent;
    const batches = await run(portal);
    expect(idsOf(batches)).toEqual(portal.items.slice(0, 30).map(identifiantOf));
    expect(batches[0]?.documents[0]?.format).toBe('atexo-item');
    expect(faultsOf(batches)).toEqual(['the list was not read, its RSS was: the list answered 404']);
    expect(inventoryOf(batches)).toBeUndefined();
  });

  test('never takes the place of a row that the list has shown, closed ones included', async () => {
    const portal = portalOf(items(1, 20));
    const first = await run(portal);
    portal.items.splice(0, 5);
    const second = await run(portal, stored(first));
    portal.items = [itemOf(99), ...items(1, 20)];
    portal.before = absent;
    expect(idsOf(await run(portal, stored(second)))).toEqual(['99-a1b']);
  });

  test('that has turned over since its last reading says that items may have passed unseen', async () => {
    const portal = portalOf(items(1, 40));
    portal.before = absent;
    const first = await run(portal);
    portal.items.unshift(...items(41, 60));
    const second = await run(portal, stored(first));
    expect(faultsOf(second)).toHaveLength(1);
    portal.items.unshift(...items(61, 160));
    const third = await run(portal, stored(second));
    expect(faultsOf(third)[1]).toMatch(/passed unseen/);
  });

  test('when it does not open either, the run fails with both reasons', async () => {
    const portal = portalOf(items(1, 40));
    portal.before = (asked) =>
      asked.path === '/' ? page('<html><h1>Maintenance</h1></html>') : page('<!DOCTYPE html><html></html>');
    await expect(run(portal)).rejects.toThrow(/« Maintenance ».*an HTML page, not a feed/s);
    portal.before = () => {
      throw new HttpFault('refused', 'connection refused');
    };
    await expect(run(portal)).rejects.toThrow(/connection refused; connection refused/);
  });

  test('is not asked once the run is stopped', async () => {
    const portal = portalOf(items(1, 40));
    portal.before = () => {
      throw new HttpFault('aborted', 'stopped');
    };
    await expect(run(portal)).rejects.toThrow('stopped');
    expect(portal.asked).toHaveLength(1);
  });
});
