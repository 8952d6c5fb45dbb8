import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { type CollectedBatch, UnexpectedAnswer } from '#sources/adapter';
import { collectAtexo } from '#sources/atexo/collect';
import { listingsOf } from '../listing/listings.js';
import { createFeeds, type Feeds } from '../server.js';
import { identifiantOf } from './identifiant.js';
import { RSS_ITEMS } from './routes.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const LIST = '/place/?page=Entreprise.EntrepriseAdvancedSearch&AllCons';
const never = new AbortController().signal;
let feeds: Feeds;
let gateway: HttpGateway;

beforeAll(async () => {
  feeds = await createFeeds({ seed: 11, size: 4000, now: () => NOW });
  gateway = createHttpGateway({ userAgent: 'test', timeoutMs: 20_000, maxBytes: 1_000_000, attempts: 1 });
});
beforeEach(() => feeds.faults.clear());
afterAll(async () => {
  await gateway.close();
  await feeds.close();
});

async function run(): Promise<CollectedBatch[]> {
  const batches: CollectedBatch[] = [];
  const context = { http: gateway.client(never), position: null, since: '', now: NOW, signal: never };
  for await (const batch of collectAtexo('place', `${feeds.url}/place`)(context)) batches.push(batch);
  return batches;
}

const reasonsOf = (batches: CollectedBatch[]) => batches.flatMap(({ faults }) => faults.map(({ reason }) => reason));

test('a portal is collected over HTTP: session, page state, all its open consultations', async () => {
  const batches = await run();
  const open = [...listingsOf(feeds.timeline).open('place', NOW.getTime())].map(identifiantOf);
  expect(open.length).toBeGreaterThan(100);
  expect(batches.at(-1)?.inventory?.toSorted()).toEqual(open.toSorted());
  expect(reasonsOf(batches)).toEqual([]);
});

describe('the simulated software', () => {
  const post = (form: Record<string, string>, cookie = 'PHPSESSID=place') =>
    fetch(feeds.url + LIST, { method: 'POST', body: new URLSearchParams(form), headers: { cookie } });

  test('answers ten rows, its first page whatever the address says, and sets a session', async () => {
    const answer = await fetch(`${feeds.url}${LIST}&page_courante=3`);
    const html = await answer.text();
    expect(answer.headers.get('set-cookie')).toMatch(/^PHPSESSID=/);
    expect(html.match(/class="item_consultation/g)).toHaveLength(10);
    expect(html).toContain('numPageTop" type="text" value="1"');
  });

  test('refuses a post-back without session, and one without its own page state', async () => {
    expect((await post({ PRADO_PAGESTATE: 'x' }, 'a=b')).status).toBe(400);
    expect((await post({ PRADO_PAGESTATE: 'eyJwYWdlIjoyfQ==' })).status).toBe(500);
  });

  test('has no other list than that of open consultations, and a page for each of them', async () => {
    expect((await fetch(`${feeds.url}/place/?page=Entreprise.EntrepriseAdvancedSearch&AllAnn`)).status).toBe(404);
    const detail = await fetch(`${feeds.url}/place/entreprise/consultation/12?orgAcronyme=a1b"><b>`);
    expect(await detail.text()).not.toContain('<b>');
  });
});

describe('a portal that fails', () => {
  test.each([
    ['error_page', /no list of consultations \(« Service momentanément indisponible »\)/],
    ['truncated', /cut short/],
    ['wrong_charset', /not valid utf-8/],
    ['empty', /cut short/],
    ['server_error', /answered 500/],
    ['hang_up', /./],
  ] as const)('by %s is read by its RSS, and the run says why', async (kind, reason) => {
    feeds.faults.add({ kind, path: 'AllCons' });
    const batches = await run();
    expect(batches.flatMap(({ documents }) => documents)).toHaveLength(RSS_ITEMS);
    expect(reasonsOf(batches)).toEqual([expect.stringMatching(reason)]);
  });

  test('by a page of 200 MB is cut off by the cap', async () => {
    feeds.faults.add({ kind: 'huge', path: 'AllCons', bytes: 200 * 1024 * 1024 });
    const batches = await run();
    expect(reasonsOf(batches)).toEqual([expect.stringMatching(/larger than|bytes/)]);
  });

  test('by both doors fails the run with both reasons', async () => {
    feeds.faults.add({ kind: 'error_page' });
    await expect(run()).rejects.toThrow(UnexpectedAnswer);
    await expect(run()).rejects.toThrow(/AllCons: no list of consultations.*rssTr\.xml: an HTML page/s);
  });
});
