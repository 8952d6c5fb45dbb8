import { type Source, SOURCES } from '#sources/registry';
import { createFeeds, type Feeds } from './server.js';
import { DATASET, get, searchTed } from './testing/ask.js';

const START = Date.parse('2026-11-21T10:00:00Z');
const SIZE = 1848;
/** Of each cycle of 44 publications, 12 are the gazettes', 9 of them BOAMP's. */
const CYCLES = SIZE / 44;

interface Entry {
  code: string;
  path: string;
  query: Record<string, string>;
}

/** Path and query of the first page of each source that lists notices. */
const ENTRIES = SOURCES.flatMap(({ code, adapter }: Source): Entry[] => {
  if (adapter === 'atexo')
    return [{ code, path: `/${code}/`, query: { page: 'Entreprise.EntrepriseAdvancedSearch', AllCons: '' } }];
  if (adapter === 'rss') return [{ code, path: `/${code}/rss.xml`, query: {} }];
  return adapter === 'ocds' ? [{ code, path: `/${code}/releases.json`, query: {} }] : [];
});

describe('the simulated feeds over HTTP', () => {
  let feeds: Feeds;
  let now = START;

  beforeAll(async () => {
    feeds = await createFeeds({ seed: 7, size: SIZE, growthSeconds: 5, now: () => new Date(now) });
  });
  beforeEach(() => {
    now = START;
    feeds.faults.clear();
  });
  afterAll(() => feeds.close());

  /** Publications of the two gazettes. */
  async function total(): Promise<number> {
    const boamp = (await get(feeds, `${DATASET}/records`, { limit: '0' })).json().total_count as number;
    const ted = (await searchTed(feeds, { query: 'buyer-country=FRA' })).json().totalNoticeCount as number;
    return boamp + ted;
  }

  test('hold exactly the size asked at the start, all of it in the past, then grow with the clock', async () => {
    expect(await total()).toBe(CYCLES * 12);
    const newest = (await get(feeds, `${DATASET}/records`, { order_by: 'dateparution desc', limit: '1' })).json();
    expect(newest.results[0].dateparution).toBe('2026-11-20');
    now = START + 44 * 5000;
    expect(await total()).toBe((CYCLES + 1) * 12);
    const today = (await get(feeds, `${DATASET}/records`, { where: "dateparution=date'2026-11-21'" })).json();
    expect(today.total_count).toBe(9);
  });

  test.each(ENTRIES)('show what $code lists, in its format', async ({ code, path, query }) => {
    const answer = await get(feeds, path, query);
    expect([answer.status, answer.type]).toEqual([200, expect.stringMatching(/html|xml|json/)]);
    expect(answer.text.length).toBeGreaterThan(300);
    expect((await get(feeds, `/${code}/elsewhere`)).status).toBe(404);
  });

  test('give the oldest records first, and every record once over pages', async () => {
    const seen: string[] = [];
    const days: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const { results } = (await get(feeds, `${DATASET}/records`, { limit: '100', offset: String(offset) })).json();
      seen.push(...results.map((record: { idweb: string }) => record.idweb));
      days.push(...results.map((record: { dateparution: string }) => record.dateparution));
      if (results.length < 100) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(days).toEqual([...days].sort());
    const exported = (await get(feeds, `${DATASET}/exports/json`)).json();
    expect(exported.map((record: { idweb: string }) => record.idweb)).toEqual(seen);
    const lines = (await get(feeds, `${DATASET}/exports/jsonl`)).text.trim().split('\n');
    expect(lines).toHaveLength(seen.length);
  });

  test('filter by day of publication', async () => {
    const where = "dateparution>=date'2026-11-18' and dateparution<=date'2026-11-19'";
    const { results } = (await get(feeds, `${DATASET}/records`, { where, limit: '100' })).json();
    expect([...new Set(results.map((record: { dateparution: string }) => record.dateparution))]).toEqual([
      '2026-11-18',
      '2026-11-19',
    ]);
    const one = (await get(feeds, `${DATASET}/records`, { where: `idweb="${results[0].idweb}"` })).json();
    expect(one).toEqual({ total_count: 1, results: [results[0]] });
  });

  test.each([
    [{ limit: '101' }, /-1 <= limit <= 100/],
    [{ limit: 'dix' }, /integer/],
    [{ limit: '100', offset: '9901' }, /10000 >= offset \+ limit/],
    [{ offset: '-1' }, /offset/],
    [{ where: "objet='x'" }, /ODSQL query is malformed/],
    [{ order_by: 'objet' }, /ODSQL query is malformed/],
  ])('refuse %j with 400', async (query: Record<string, string>, message) => {
    const answer = await get(feeds, `${DATASET}/records`, query);
    expect(answer.status).toBe(400);
    expect(answer.json().message).toMatch(message);
    expect(answer.json().error_code).toMatch(/^(ODSQLError|InvalidRESTParameterError)$/);
  });

  test('iterate over TED with tokens until an empty page, unmoved by what appears meanwhile', async () => {
    const seen: string[] = [];
    let token: string | undefined;
    const expected = (await searchTed(feeds, { query: 'buyer-country=FRA' })).json().totalNoticeCount as number;
    for (;;) {
      const page = (
        await searchTed(feeds, { query: 'buyer-country=FRA SORT BY PD DESC', limit: 20, iterationNextToken: token })
      ).json();
      if (page.notices.length === 0) break;
      seen.push(...page.notices.map((notice: Record<string, string>) => notice['publication-number']));
      token = page.iterationNextToken;
      now += 5000;
      expect(token).toEqual(expect.any(String));
    }
    expect(seen).toHaveLength(expected);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each([
    [{ query: 'buyer-country=FRA', fields: ['no-such-field'] }, /unsupported value/],
    [{ query: 'buyer-country=FRA', limit: 251 }, /limit/],
    [{ query: 'colour=blue' }, /colour=blue/],
    [{ query: 'buyer-country=FRA', iterationNextToken: 'x' }, /iterationNextToken/],
    [{ query: 'buyer-country=FRA', paginationMode: 'PAGE_NUMBER', page: 61 }, /15000/],
    [{}, /query/],
  ])('refuse the TED search %j with 400', async (body, message) => {
    const answer = await searchTed(feeds, body);
    expect(answer.status).toBe(400);
    expect(answer.json().message).toMatch(message);
  });

  test('give the XML of every notice listed, padded or not, and 404 for others', async () => {
    const { notices } = (await searchTed(feeds, { query: 'buyer-country=FRA AND PD>=20261120' })).json();
    const number = notices[0]['publication-number'] as string;
    const { status, type, text } = await get(feeds, `/ted/en/notice/${number}/xml`);
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(text).toContain(`<efbc:NoticePublicationID schemeName="ojs-notice-id">${number}<`);
    expect((await get(feeds, `/ted/en/notice/${number.replace(/^0+/, '')}/xml`)).text).toBe(text);
    expect(notices[0].links.xml.MUL).toBe(`${feeds.url}/ted/en/notice/${number}/xml`);
    expect((await get(feeds, '/ted/en/notice/1-2020/xml')).status).toBe(404);
    expect((await get(feeds, '/elsewhere')).status).toBe(404);
  });

  test('fail on demand, as often as told, then are well again', async () => {
    const records = `${DATASET}/exports/json`;
    feeds.faults.add({ kind: 'error_page', path: 'exports', times: 1 });
    expect(await get(feeds, records)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    feeds.faults.add({ kind: 'truncated', times: 1 });
    const truncated = await get(feeds, records);
    expect(() => truncated.json()).toThrow(SyntaxError);
    feeds.faults.add({ kind: 'empty', times: 1 });
    expect((await get(feeds, records)).json()).toEqual([]);
    feeds.faults.add({ kind: 'server_error', times: 1 });
    expect((await get(feeds, records)).status).toBe(500);
    feeds.faults.add({ kind: 'wrong_charset', times: 1 });
    expect((await get(feeds, records)).text).toContain('\uFFFD');
    feeds.faults.add({ kind: 'huge', bytes: 1_000_000, times: 1 });
    expect((await get(feeds, records)).text.length).toBeGreaterThan(1_000_000);
    feeds.faults.add({ kind: 'hang_up', times: 1 });
    await expect(get(feeds, records)).rejects.toThrow();
    feeds.faults.add({ kind: 'slow', delayMs: 50, times: 1 });
    expect((await get(feeds, records)).json()).not.toHaveLength(0);
    expect((await get(feeds, records)).json()).not.toHaveLength(0);
  });
});
