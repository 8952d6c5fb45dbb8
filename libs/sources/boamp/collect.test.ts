import { type CollectedBatch, type HttpAnswer, type HttpClient, type Position, UnexpectedAnswer } from '../adapter.js';
import { collectBoamp, exportUrl } from './collect.js';

const BASE = 'http://feeds.test/boamp/';
const NOW = new Date('2026-10-05T10:00:00Z');

/** A server that answers each day with what `days` says, and the addresses it was asked for. */
function server(days: Record<string, unknown>, type = 'application/json') {
  const asked: string[] = [];
  const get = (url: string): Promise<HttpAnswer> => {
    const day = /date'([\d-]+)'/.exec(new URL(url).searchParams.get('where') ?? '')?.[1] ?? '';
    asked.push(day);
    const told = days[day] ?? [];
    return Promise.resolve({
      status: 200,
      type,
      body: Buffer.from(typeof told === 'string' ? told : JSON.stringify(told)),
    });
  };
  const unused = () => Promise.reject(new Error('not used'));
  const http: HttpClient = { get, post: unused, postForm: unused };
  return { http, asked };
}

async function run(http: HttpClient, position: Position | null, since = '2026-10-03'): Promise<CollectedBatch[]> {
  const batches: CollectedBatch[] = [];
  const signal = new AbortController().signal;
  for await (const batch of collectBoamp(BASE)({ http, position, since, now: NOW, signal })) batches.push(batch);
  return batches;
}

test('asks for a day of publication whole', () => {
  const url = new URL(exportUrl(BASE, '2026-10-03'));
  expect(url.pathname).toBe('/boamp/api/explore/v2.1/catalog/datasets/boamp/exports/json');
  expect(url.searchParams.get('where')).toBe("dateparution=date'2026-10-03'");
});

test('walks from the first day to the current one, whose day is not complete', async () => {
  const { http, asked } = server({ '2026-10-03': [{ idweb: '26-1', objet: 'é' }], '2026-10-05': [{ idweb: '26-2' }] });
  const batches = await run(http, null);
  expect(asked).toEqual(['2026-10-03', '2026-10-04', '2026-10-05']);
  expect(batches.map(({ position }) => position.jour)).toEqual(['2026-10-03', '2026-10-04', '2026-10-04']);
  expect(batches.at(-1)?.progress).toBe(1);
  const [document] = batches[0]?.documents ?? [];
  expect(document).toMatchObject({ source: 'boamp', identifiant: '26-1', format: 'boamp-json' });
  expect(document?.body.toString()).toBe('{"idweb":"26-1","objet":"é"}');
});

test('reads the last three complete days again, and never goes back', async () => {
  const { http, asked } = server({});
  const batches = await run(http, { jour: '2026-10-04' });
  expect(asked).toEqual(['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05']);
  expect(batches.every(({ position }) => position.jour === '2026-10-04')).toBe(true);
});

test('takes a position that cannot be read as none', async () => {
  const { http, asked } = server({});
  const batches = await run(http, { jour: 'hier' });
  expect(asked[0]).toBe('2026-10-03');
  expect(batches.at(-1)?.position).toEqual({ jour: '2026-10-04' });
});

test('a large day comes in batches; its position only with the last', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({ idweb: `26-${index + 1}` }));
  const batches = await run(server({ '2026-10-03': many }).http, null);
  expect(batches.slice(0, 4).map(({ documents }) => documents.length)).toEqual([500, 500, 200, 0]);
  expect(batches.slice(0, 4).map(({ position }) => position.jour)).toEqual([
    undefined,
    undefined,
    '2026-10-03',
    '2026-10-04',
  ]);
});

test('counts what is no record and goes on', async () => {
  const [batch] = await run(server({ '2026-10-03': [null, 'x', { idweb: '26-1' }] }).http, null);
  expect(batch?.faults).toHaveLength(2);
  expect(batch?.documents).toHaveLength(1);
});

test.each([
  ['an error page with status 200', '<html>Service indisponible</html>', 'text/html'],
  ['an error page that says it is JSON', '<html>Service indisponible</html>', 'application/json'],
  ['a truncated body', '[{"idweb":"26-1"},{"idw', 'application/json'],
  ['an error object', '{"error_code":"ODSQLError","message":"x"}', 'application/json'],
])('refuses %s', async (_case, body, type) => {
  await expect(run(server({ '2026-10-03': body }, type).http, null)).rejects.toThrow(UnexpectedAnswer);
});

test('stops when asked to', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  const { http, asked } = server({});
  const walk = collectBoamp(BASE)({ http, position: null, since: '2026-10-03', now: NOW, signal: controller.signal });
  await expect(walk[Symbol.asyncIterator]().next()).rejects.toThrow('stop');
  expect(asked).toEqual([]);
});
