import { foldAvis } from '#avis/fold/fold';
import type { HttpAnswer, HttpClient, Position } from '#sources/adapter';
import { collectOcds } from '#sources/ocds/collect';
import { normaliseOcdsRelease } from '#sources/ocds/normalise';
import type { Publication } from '#sources/publication';
import { listingsOf } from '../listing/listings.js';
import { type Item, type ListingSource } from '../listing/item.js';
import { createFeeds, type Feeds } from '../server.js';
import { identifiantOf } from './identifiant.js';

/** What the adapter makes of the simulated publishers, each with its own habits. */
const PUBLISHERS = ['klekoon', 'francemarches', 'marchesonline', 'centraledesmarches'] as const;
const DAY_MS = 86_400_000;

let now = new Date('2026-10-20T12:00:00Z');
let feeds: Feeds;
beforeAll(async () => {
  feeds = await createFeeds({ seed: 7, size: 3000, now: () => now, growthSeconds: 3600 });
});
afterAll(() => feeds.close());

interface Run {
  publications: Map<string, Publication>;
  position: Position;
  pages: number;
  faults: string[];
}

async function collected(code: ListingSource, position: Position | null): Promise<Run> {
  let pages = 0;
  const get = async (url: string): Promise<HttpAnswer> => {
    pages++;
    const response = await fetch(url);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: 'application/json', body };
  };
  const http = { get } as Partial<HttpClient> as HttpClient;
  const run: Run = { publications: new Map(), position: {}, pages: 0, faults: [] };
  const signal = new AbortController().signal;
  const walk = collectOcds(code, `${feeds.url}/${code}/releases.json`);
  for await (const batch of walk({ http, position, since: '2020-01-01', now, signal })) {
    run.position = batch.position;
    run.faults.push(...batch.faults.map(({ reason }) => reason));
    for (const document of batch.documents) {
      const normalised = normaliseOcdsRelease(document);
      if (!normalised.ok) throw new Error(`${document.identifiant}: ${normalised.rejection.detail}`);
      const { publication } = normalised;
      expect(document.identifiant.startsWith(publication.identifiant)).toBe(true);
      run.publications.set(publication.identifiant, publication);
    }
  }
  return { ...run, pages };
}

const shown = (code: ListingSource): Item[] => [...listingsOf(feeds.timeline).changed(code, now.getTime())];

function of(run: Run, item: Item): Publication[] {
  const ocid = identifiantOf(item);
  return [...run.publications.values()].filter(({ identifiant, cites }) => [identifiant, ...cites].includes(ocid));
}

describe.each(PUBLISHERS)('%s', (code) => {
  let run: Run;
  beforeAll(async () => {
    run = await collected(code, null);
  });

  test('is read whole: one publication an event, each with its notice', () => {
    expect(run.faults).toEqual([]);
    const items = shown(code);
    expect(items.length).toBeGreaterThan(50);
    expect(run.publications.size).toBe(items.reduce((sum, { evenements }) => sum + evenements.length, 0));
    for (const item of items) {
      const kinds = of(run, item).map(({ kind }) => kind);
      expect(kinds).toHaveLength(item.evenements.length);
      expect(kinds.filter((kind) => kind === 'initial')).toHaveLength(1);
    }
  });

  test('is served as its publisher shows it now', () => {
    for (const item of shown(code)) {
      const facts = foldAvis(identifiantOf(item), of(run, item));
      expect(facts?.content.date_limite?.slice(0, 10)).toBe(item.limite?.jour);
      expect(facts?.content).toMatchObject({
        budget: item.budget,
        type_marche: item.type_marche,
        nb_lots: item.lots.length === 0 ? null : item.lots.length,
      });
      expect(facts?.cloture !== null).toBe(item.evenements.some(({ quoi }) => /^(annulation|attribution)$/.test(quoi)));
      expect(facts?.keys.boamp).toEqual(item.cite.boamp === null ? [] : [item.cite.boamp]);
    }
  });

  test('is asked only for what is new two days later', async () => {
    const before = now;
    now = new Date(now.getTime() + 2 * DAY_MS);
    const later = await collected(code, run.position);
    expect(later.faults).toEqual([]);
    const news = shown(code).filter(({ modifie }) => modifie > before.getTime());
    expect(news.length).toBeGreaterThan(0);
    for (const item of news) expect(of(later, item)).toHaveLength(item.evenements.length);
    expect(later.pages).toBeLessThan(Math.max(3, run.pages / 2));
    now = before;
  });
});
