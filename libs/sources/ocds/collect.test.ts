import { page, publisher, release, run } from './testing/publisher.js';

const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}T10:00:00+02:00`;
const on = (...days: number[]) => days.map((number) => release(`p-${number}`, day(number)));
const names = (...days: number[]) => days.map((number) => `p-${number}/1`);

/** Newest first: pages of two days, page 1 the newest. */
const newestFirst = (last: number) => {
  const pages: Record<string, object> = {};
  for (let number = 1, from = last; from >= 1; number++, from -= 2) {
    const next = from > 2 ? `https://publisher.test/releases.json?page=${number + 1}` : undefined;
    pages[number === 1 ? '/releases.json' : `/releases.json?page=${number}`] = page(on(from, from - 1), next);
  }
  return pages;
};
/** Oldest first, with relative links: page 1 the oldest. */
const oldestFirst = (last: number) => {
  const pages: Record<string, object> = {};
  for (let number = 1, from = 1; from <= last; number++, from += 2) {
    const days = on(...[from, from + 1].filter((one) => one <= last));
    const next = from + 2 <= last ? `?page=${number + 1}` : undefined;
    pages[number === 1 ? '/releases.json' : `/releases.json?page=${number}`] = page(days, next);
  }
  return pages;
};

test('a release is archived as it is written', async () => {
  const written = '{ "ocid":"p-1" ,"id":"1","n":12345678901234567890,"b":1e9999,"t":"}],[\\"" }';
  const body = `\uFEFF{"links":{},"releases":[ ${written} , 5]}`;
  const { batches, position, faults } = await run(publisher({ '/releases.json': body }));
  expect(batches[0]?.documents.map((document) => document.body.toString())).toEqual([written, '5']);
  expect(batches[0]?.documents[0]).toMatchObject({ source: 'klekoon', identifiant: 'p-1/1', format: 'ocds-release' });
  expect(faults).toEqual([]);
  expect(position['depuis']).toBe('2026-09-30T22:00:00.000Z');
});

test('newest first: all at first, then until all is older than what was seen, less three days', async () => {
  const first = await run(publisher(newestFirst(14)));
  expect(first.identifiants).toEqual(names(14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
  expect(first.position).toMatchObject({ sens: 'decroissant', jusqu_a: '2026-10-14T08:00:00.000Z' });
  const later = publisher(newestFirst(16));
  const second = await run(later, first.position);
  expect(later.asked).toHaveLength(4);
  expect(second.identifiants).toEqual(names(16, 15, 14, 13, 12, 11, 10, 9));
  expect(second.batches.at(-1)?.progress).toBe(1);
});

test('oldest first: all at first, then from the page that holds the last three days on', async () => {
  const first = await run(publisher(oldestFirst(13)));
  expect(first.identifiants).toHaveLength(13);
  expect(first.position).toMatchObject({ sens: 'croissant', fin: 'https://publisher.test/releases.json?page=5' });
  const later = publisher(oldestFirst(16));
  const second = await run(later, first.position);
  expect(later.asked[0]).toBe('/releases.json?page=5');
  expect(second.identifiants).toEqual(names(9, 10, 11, 12, 13, 14, 15, 16));
});

test('in no order, every page is read at every run', async () => {
  const pages = {
    '/releases.json': page(on(3), '?page=2'),
    '/releases.json?page=2': page(on(12), '?page=3'),
    '/releases.json?page=3': page(on(5)),
  };
  const first = await run(publisher(pages));
  const again = publisher(pages);
  await run(again, first.position);
  expect(again.asked).toHaveLength(3);
});

test('releases older than the first day are left where they are, those without a date are not', async () => {
  const old = release('vieux', '2026-09-12T10:00:00Z');
  const pages = { '/releases.json': page([...on(2), old, { ocid: 'sans-date', id: '1' }]) };
  const first = await run(publisher(pages));
  expect(first.identifiants).toEqual(['p-2/1', 'sans-date/1']);
  expect((await run(publisher(pages), first.position)).identifiants).toEqual(first.identifiants);
});

test('a release dated in the future does not hide those that follow', async () => {
  const pages = { '/releases.json': page([release('futur', '2999-01-01T00:00:00Z'), ...on(12)]) };
  const { position, identifiants } = await run(publisher(pages));
  expect(identifiants).toContain('futur/1');
  expect(position['jusqu_a']).toBe('2026-10-12T08:00:00.000Z');
});

test.each([
  ['newest first', newestFirst],
  ['oldest first', oldestFirst],
])('%s: a run that was cut goes on at the last page archived, and nothing is missed', async (_order, pages) => {
  const cut = await run(publisher(pages(14)), null, 3);
  const server = publisher(pages(14));
  const rest = await run(server, cut.position);
  expect(server.asked[0]).toBe('/releases.json?page=3');
  expect(new Set([...cut.identifiants, ...rest.identifiants]).size).toBe(14);
  // What appeared meanwhile on the first page is read at the next run.
  const { identifiants } = await run(publisher(pages(16)), rest.position);
  expect(identifiants).toEqual(expect.arrayContaining(names(15, 16)));
});

test('a large page comes in batches; its position only with the last', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => release(`q-${index}`, day(5)));
  const { batches } = await run(publisher({ '/releases.json': page(many) }));
  expect(batches.map(({ documents }) => documents.length)).toEqual([500, 500, 200]);
  expect(batches.map(({ position }) => position['jusqu_a'])).toEqual([
    undefined,
    undefined,
    '2026-10-05T08:00:00.000Z',
  ]);
});

test('a page to resume from that is gone: the walk starts anew, and says so', async () => {
  const cut = await run(publisher(newestFirst(14)), null, 3);
  const pages = newestFirst(14);
  pages['/releases.json?page=3'] = undefined as unknown as object;
  const { asked, ...server } = publisher({ ...pages, '/releases.json': page(on(14, 13)) });
  const { faults, identifiants, error } = await run({ asked, ...server }, cut.position);
  expect(asked).toEqual(['/releases.json?page=3', '/releases.json']);
  expect(error).toBeNull();
  expect(identifiants).toEqual(names(14, 13));
  expect(faults).toEqual([expect.stringMatching(/404.*from the first page/)]);
});

test('a position of another address only keeps the first day', async () => {
  const { position } = await run(publisher(newestFirst(14)));
  const server = publisher(newestFirst(14));
  await run(server, { ...position, adresse: 'https://publisher.test/autre.json' });
  expect(server.asked).toHaveLength(7);
});

test.each([
  ['newest first', newestFirst(14), true],
  ['a single page', newestFirst(2), true],
  ['oldest first: the first page says nothing of the last', oldestFirst(14), false],
])('asks whether the first page changed: %s', async (_order, pages, asks) => {
  const conditions: (string | undefined)[] = [];
  const { http } = publisher(pages);
  const plain = http.get.bind(http);
  http.get = async (url, options) => {
    conditions.push(options?.ifNoneMatch);
    if (options?.ifNoneMatch === '"v1"') return { status: 304, type: '', body: Buffer.alloc(0) };
    return { ...(await plain(url)), etag: '"v1"' };
  };
  const first = await run({ http, asked: [], pages });
  expect(new Set(conditions)).toEqual(new Set([undefined]));
  conditions.length = 0;
  const second = await run({ http, asked: [], pages }, first.position);
  expect(conditions[0]).toBe(asks ? '"v1"' : undefined);
  if (asks) expect(second).toMatchObject({ identifiants: [], faults: [], error: null, position: first.position });
});
