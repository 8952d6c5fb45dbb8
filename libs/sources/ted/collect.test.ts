import {
  type CollectedBatch,
  type HttpAnswer,
  type HttpClient,
  HttpFault,
  type Position,
  UnexpectedAnswer,
} from '../adapter.js';
import { collectTed } from './collect.js';

const NOW = new Date('2026-10-05T10:00:00Z');
const ADDRESSES = { api: 'http://feeds.test/ted-api/', site: 'http://feeds.test/ted' };
const XML = '<?xml version="1.0"?><ContractNotice/>'.replace('/>', '></ContractNotice>');

interface Settings {
  /** Numbers by day, as the search gives them. */
  days: Record<string, string[]>;
  pageSize?: number;
  /** What the site answers for a number, when not a notice. */
  site?: Record<string, HttpAnswer | HttpFault>;
  search?: (body: Record<string, unknown>) => unknown;
}

function answer(body: string, type = 'application/xml', status = 200): HttpAnswer {
  return { status, type, body: Buffer.from(body) };
}

function server({ days, pageSize = 250, site = {}, search }: Settings) {
  const listed: string[] = [];
  const read: string[] = [];
  const http: HttpClient = {
    postForm: () => Promise.reject(new Error('not used')),
    post(url, json) {
      const body = json as Record<string, unknown>;
      const day = /PD>=(\d{4})(\d{2})(\d{2}) /.exec(String(body['query']))?.slice(1).join('-') ?? '';
      const from = Number(body['iterationNextToken'] ?? 0);
      if (from === 0) listed.push(day);
      expect(url).toBe('http://feeds.test/ted-api/v3/notices/search');
      const all = days[day] ?? [];
      const page = all.slice(from, from + pageSize);
      const told = search?.(body) ?? {
        notices: page.map((number) => ({ 'publication-number': number })),
        totalNoticeCount: all.length,
        iterationNextToken: from + pageSize < all.length ? String(from + pageSize) : null,
      };
      return Promise.resolve(answer(typeof told === 'string' ? told : JSON.stringify(told), 'application/json'));
    },
    get(url) {
      const number = /notice\/(.*)\/xml$/.exec(url)?.[1] ?? '';
      read.push(number);
      const told = site[number] ?? answer(XML);
      return told instanceof HttpFault ? Promise.reject(told) : Promise.resolve(told);
    },
  };
  return { http, listed, read };
}

async function run(
  http: HttpClient,
  position: Position | null,
  into: CollectedBatch[] = [],
  now = NOW,
): Promise<CollectedBatch[]> {
  const { signal } = new AbortController();
  const context = { http, position, since: '2026-10-03', now, signal };
  for await (const batch of collectTed(ADDRESSES)(context)) into.push(batch);
  return into;
}

const numbersOf = (batches: CollectedBatch[]) =>
  batches.flatMap((batch) => batch.documents.map((document) => document.identifiant));

test('lists each day page by page and reads each notice once', async () => {
  const { http, listed, read } = server({
    days: { '2026-10-03': ['00000001-2026', '2-2026', '3-2026'], '2026-10-05': ['4-2026'] },
    pageSize: 2,
  });
  const batches = await run(http, null);
  expect(listed).toEqual(['2026-10-03', '2026-10-04', '2026-10-05']);
  expect(read).toEqual(['1-2026', '2-2026', '3-2026', '4-2026']);
  expect(batches[0]?.documents[0]).toMatchObject({
    source: 'ted',
    format: 'eforms-xml',
    url: 'http://feeds.test/ted/en/notice/1-2026/xml',
  });
  expect(batches.at(-1)).toMatchObject({ progress: 1, position: { jour: '2026-10-04' } });
});

test('a second run lists the last days again and reads only what is new', async () => {
  const days = { '2026-10-03': ['1-2026'], '2026-10-05': ['4-2026'] };
  const stored = (await run(server({ days }).http, null)).at(-1)?.position ?? null;
  const { http, listed, read } = server({
    days: { ...days, '2026-10-03': ['1-2026', '2-2026'], '2026-10-05': ['4-2026', '5-2026'] },
  });
  await run(http, stored);
  expect(listed).toEqual(['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05']);
  expect(read).toEqual(['2-2026', '5-2026']);
});

test.each([
  ['an error page with status 200', answer('<html><body>Indisponible</body></html>', 'text/html')],
  ['a body cut short', answer('<?xml version="1.0"?><ContractNotice><cbc:ID>1')],
  ['a missing page', answer('', 'text/plain', 404)],
  ['an answer that never comes', new HttpFault('timeout', 'no answer in 30 s')],
])('%s is a fault of one notice, asked for again at the next run', async (_case, bad) => {
  const days = { '2026-10-03': ['1-2026', '2-2026'] };
  const first = await run(server({ days, site: { '1-2026': bad } }).http, null);
  expect(numbersOf(first)).toEqual(['2-2026']);
  expect(first.flatMap(({ faults }) => faults)).toMatchObject([{ identifiant: '1-2026' }]);
  const { http, read } = server({ days });
  const second = await run(http, first.at(-1)?.position ?? null);
  expect(read).toEqual(['1-2026']);
  expect(numbersOf(second)).toEqual(['1-2026']);
  expect(second.at(-1)?.position).toMatchObject({ manquants: {} });
});

test('a site that stops answering ends the run; what was read before is given with its position', async () => {
  const down = new HttpFault('refused', 'connection refused');
  const days = { '2026-10-03': ['1-2026', '2-2026', '3-2026', '4-2026', '5-2026'] };
  const batches: CollectedBatch[] = [];
  const { http } = server({ days, site: { '2-2026': down, '3-2026': down, '4-2026': down } });
  await expect(run(http, null, batches)).rejects.toThrow(HttpFault);
  expect(numbersOf(batches)).toEqual(['1-2026']);
  const again = server({ days });
  expect(numbersOf(await run(again.http, batches.at(-1)?.position ?? null)).sort()).toEqual([
    '2-2026',
    '3-2026',
    '4-2026',
    '5-2026',
  ]);
});

test('a large day comes in batches whose position tells what was read', async () => {
  const numbers = Array.from({ length: 250 }, (_, index) => `${index + 1}-2026`);
  const batches = await run(server({ days: { '2026-10-05': numbers } }).http, { jour: '2026-10-04' });
  const large = batches.filter(({ documents }) => documents.length > 0);
  expect(large.map(({ documents }) => documents.length)).toEqual([100, 100, 50]);
  const after = server({ days: { '2026-10-05': numbers } });
  await run(after.http, large[1]?.position ?? null);
  expect(after.read).toEqual(numbers.slice(200));
});

test.each([
  ['an error page', '<html>'],
  ['a list that holds nothing of what it counts', { notices: [], totalNoticeCount: 9, iterationNextToken: null }],
  ['a search that timed out', { notices: [], timedOut: true }],
  ['an error object', { message: 'unknown field', error: {} }],
  ['a notice without number', { notices: [{}], totalNoticeCount: 1 }],
  ['a server that never ends', { notices: [{ 'publication-number': '1-2026' }], iterationNextToken: 'x' }],
])('refuses %s as a listing', async (_case, told) => {
  await expect(run(server({ days: {}, search: () => told }).http, null)).rejects.toThrow(UnexpectedAnswer);
});

test('a day listed in part is a fault, listed again at the next runs; the days behind it do not wait', async () => {
  const days = { '2026-10-03': ['1-2026'], '2026-10-05': ['4-2026'] };
  const cut =
    (counted: string): NonNullable<Settings['search']> =>
    (body) => {
      const day = /PD>=(\d{8}) /.exec(String(body['query']))?.[1] ?? '';
      const [number] = new Map(Object.entries(days)).get(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) ?? [];
      const notices = number === undefined ? [] : [{ 'publication-number': number }];
      return { notices, totalNoticeCount: notices.length + (day === counted ? 2 : 0), iterationNextToken: null };
    };
  const first = await run(server({ days, search: cut('20261003') }).http, null);
  expect(numbersOf(first)).toEqual(['1-2026', '4-2026']);
  expect(first.flatMap(({ faults }) => faults)).toEqual([
    expect.objectContaining({ identifiant: null, reason: expect.stringMatching(/^2 .*2026-10-03/) as string }),
  ]);

  const late = { ...first.at(-1)?.position, jour: '2026-10-09' };
  const whole = server({ days: { ...days, '2026-10-03': ['1-2026', '2-2026', '3-2026'] } });
  const second = await run(whole.http, late, [], new Date('2026-10-10T10:00:00Z'));
  expect(whole.listed[0]).toBe('2026-10-03');
  expect(whole.read).toContain('3-2026');
  expect(whole.read).not.toContain('1-2026');
  expect(second.at(-1)?.position).toMatchObject({ incomplets: [] });
});

test('takes a position that cannot be read as none', async () => {
  const { http, read } = server({ days: { '2026-10-05': ['1-2026'] } });
  await run(http, {
    jour: 'hier',
    lus: { x: 1, '2026-10-05': 'y' },
    manquants: { a: 'b', '7-2026': 'z' },
    incomplets: [1, 'x'],
  });
  expect(read).toEqual(['1-2026']);
});

test('stops when asked to', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  const context = {
    http: server({ days: {} }).http,
    position: null,
    since: '2026-10-05',
    now: NOW,
    signal: controller.signal,
  };
  await expect(collectTed(ADDRESSES)(context)[Symbol.asyncIterator]().next()).rejects.toThrow('stop');
});
