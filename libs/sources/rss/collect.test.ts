import { ADDRESS, run, type Served } from './testing/server.js';

const NEXT = (page: number): string => `${ADDRESS}?page=${page}`;
const HOUR = 3_600_000;
const TOP = Date.parse('2026-11-21T09:00:00Z');

const itemOf = (number: number, changed: number | null, title = `Avis ${number}`): string =>
  `<item><guid>MPI-pub-${number}</guid><title>${title}</title>${changed === null ? '' : `<pubDate>${new Date(changed).toUTCString()}</pubDate>`}</item>`;
const feedOf = (items: string[], next: string | null = null): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>t</title>${next === null ? '' : `<atom:link rel="next" href="${next}"/>`}${items.join('\n')}</channel></rss>`;
/** Items `from` down to `to`, one hour apart, the highest number the newest. */
const items = (from: number, to: number, newest = from): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => itemOf(from - index, TOP - (newest - from + index) * HOUR));
/** Pages of `size`, the newest first. */
function paged(from: number, size: number): Record<string, Served> {
  const pages: Record<string, Served> = {};
  const count = Math.ceil(from / size);
  for (let page = 1; page <= count; page++) {
    const [high, low] = [from - (page - 1) * size, Math.max(1, from - page * size + 1)];
    const next = page === count ? null : NEXT(page + 1);
    pages[page === 1 ? ADDRESS : NEXT(page)] = { body: feedOf(items(high, low, from), next) };
  }
  return pages;
}
const names = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `MPI-pub-${from - index}`);

test('every item is one document, byte for byte, in UTF-8 whatever the charset of the feed', async () => {
  const item = '<item><guid>MPI-pub-1</guid>\n <title><![CDATA[Réfection & « peinture »]]></title></item>';
  const body = Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel>${item}</channel></rss>`,
    'latin1',
  );
  for (const charset of [undefined, 'iso-8859-1', 'utf-8']) {
    const { batches } = await run({ [ADDRESS]: { body, ...(charset === undefined ? {} : { charset }) } });
    expect(batches[0]?.documents).toEqual([
      { source: 'aws', identifiant: 'MPI-pub-1', format: 'rss-item', url: ADDRESS, body: Buffer.from(item) },
    ]);
  }
  const announced = Buffer.from(`<rss><channel>${item}</channel></rss>`, 'latin1');
  const told = await run({ [ADDRESS]: { body: announced, charset: 'windows-1252' } });
  expect(told.batches[0]?.documents[0]?.body.toString()).toBe(item);
});

test('Atom and RSS 1.0 are read too; an entry inside an entry is content', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><id>MPI-pub-1</id><content type="xhtml"><div><item>x</item></div></content></entry></feed>`;
  expect((await run({ [ADDRESS]: { body: atom } })).identifiants).toEqual(['MPI-pub-1']);
  const rdf = `<rdf:RDF xmlns:rdf="x"><channel/><item rdf:about="x"><link>https://www.marches-publics.info/Annonces/MPI-pub-2.htm</link></item></rdf:RDF>`;
  expect((await run({ [ADDRESS]: { body: rdf } })).identifiants).toEqual(['MPI-pub-2']);
});

describe('a feed in pages', () => {
  test('is read to its end the first time, and then to what was seen, with an overlap', async () => {
    const first = await run(paged(500, 50));
    expect(first.identifiants).toEqual(names(500, 1));
    expect(first.faults).toEqual([]);
    // One hour an item: the overlap of two days reaches 48 items behind the last top.
    const later = await run(paged(520, 50), first.position);
    expect(later.identifiants).toEqual(names(520, 421));
    expect(later.faults).toEqual([]);
  });

  test('is not read beyond the first day asked for', async () => {
    const { asked } = await run(paged(500, 50), null, { since: '2026-11-19' });
    expect(asked.length).toBeLessThan(4);
  });

  test('that was cut off goes on where it stood, whatever came on top meanwhile; nothing is lost', async () => {
    const killed = await run(paged(500, 50), null, { stopAfter: 6 });
    expect(killed.identifiants).toEqual(names(500, 201));
    const resumed = await run(paged(510, 50), killed.position);
    expect(new Set([...killed.identifiants, ...resumed.identifiants])).toEqual(new Set(names(510, 1)));
    expect(resumed.asked.length).toBeLessThan(8);
    expect((await run(paged(510, 50), resumed.position)).asked.length).toBeLessThan(3);
  });

  test('whose pages lead in a circle is left, and says so', async () => {
    const { faults, asked } = await run({
      [ADDRESS]: { body: feedOf(items(2, 2), NEXT(2)) },
      [NEXT(2)]: { body: feedOf(items(1, 1), ADDRESS) },
    });
    expect(asked).toHaveLength(2);
    expect(faults).toEqual([expect.stringMatching(/circle/)]);
  });

  test('is not followed to another server', async () => {
    const body = feedOf(items(1, 1), 'http://169.254.169.254/latest');
    await expect(run({ [ADDRESS]: { body } })).rejects.toThrow(/not on the same server/);
  });
});

describe('a feed that shows its last items only', () => {
  test('says that items may have passed unseen when nothing of the last reading is left in it', async () => {
    const first = await run({ [ADDRESS]: { body: feedOf(items(20, 1)) } });
    expect(first.faults).toEqual([]);
    const overlapping = await run({ [ADDRESS]: { body: feedOf(items(30, 11)) } }, first.position);
    expect(overlapping.faults).toEqual([]);
    const gone = await run({ [ADDRESS]: { body: feedOf(items(90, 71)) } }, first.position);
    expect(gone.faults).toEqual([expect.stringMatching(/may have passed unseen/)]);
    expect(gone.identifiants).toHaveLength(20);
    expect((await run({ [ADDRESS]: { body: feedOf(items(90, 71)) } }, gone.position)).faults).toEqual([]);
  });

  test('that is empty all at once says so, and what it held is remembered', async () => {
    const first = await run({ [ADDRESS]: { body: feedOf(items(20, 1)) } });
    const empty = await run({ [ADDRESS]: { body: feedOf([]) } }, first.position);
    expect(empty.faults).toEqual([expect.stringMatching(/is empty/)]);
    expect((await run({ [ADDRESS]: { body: feedOf(items(90, 71)) } }, empty.position)).faults).toHaveLength(1);
    expect((await run({ [ADDRESS]: { body: feedOf([]) } })).faults).toEqual([]);
  });

  test('a date in the future hides nothing of what comes', async () => {
    const first = await run({ [ADDRESS]: { body: feedOf([itemOf(2, Date.parse('2099-01-01')), ...items(1, 1)]) } });
    const pages = { [ADDRESS]: { body: feedOf(items(4, 4), NEXT(2)) }, [NEXT(2)]: { body: feedOf(items(3, 3)) } };
    expect((await run(pages, first.position)).identifiants).toEqual(['MPI-pub-4', 'MPI-pub-3']);
  });
});

test('what the server said of the feed is sent back; a feed that did not change is not read', async () => {
  const pages = { [ADDRESS]: { body: feedOf(items(3, 1)), etag: '"7"' } };
  const first = await run(pages);
  const again = await run(pages, first.position);
  expect(again.asked).toEqual([{ url: ADDRESS, ifNoneMatch: '"7"' }]);
  expect(again.identifiants).toEqual([]);
  expect(again.position).toEqual(first.position);
});

test('more items than one transaction takes are several batches; the position is reached with the last', async () => {
  const { batches } = await run({
    [ADDRESS]: { body: feedOf(Array.from({ length: 1200 }, (_, index) => itemOf(index, null))) },
  });
  expect(batches.map(({ documents }) => documents.length)).toEqual([500, 500, 200]);
  expect(batches.slice(0, -1).every(({ position }) => Object.keys(position).length === 0)).toBe(true);
});

test('of two items of one notice the newest is archived last, and neither takes the place of the other at each reading', async () => {
  const feed = {
    [ADDRESS]: { body: feedOf([itemOf(1, TOP, 'Corrigé'), itemOf(2, TOP), itemOf(1, TOP - HOUR, 'Initial')]) },
  };
  const first = await run(feed);
  const bodies = first.batches.flatMap(({ documents }) => documents.map(({ body }) => body.toString()));
  expect(bodies.findIndex((body) => body.includes('Corrigé'))).toBeGreaterThan(
    bodies.findIndex((body) => body.includes('Initial')),
  );
  expect(new Set(first.identifiants).size).toBe(3);
  expect(first.identifiants).toEqual(expect.arrayContaining(['MPI-pub-1', 'MPI-pub-2']));
  expect((await run(feed, first.position)).identifiants).toEqual(first.identifiants);
});
