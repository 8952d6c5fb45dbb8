import type { DocumentFormat, Normalise } from '#sources/adapter';
import { rowFragment } from '#sources/atexo/fragment';
import { normaliseAtexoItem } from '#sources/atexo/normalise-item';
import { normaliseAtexoRow } from '#sources/atexo/normalise-row';
import { normaliseOcdsRelease } from '#sources/ocds/normalise';
import { SOURCES, sourceOf } from '#sources/registry';
import { readFeed } from '#sources/rss/feed';
import { normaliseRssItem } from '#sources/rss/normalise';
import type { Corpus } from '#sources/testing/coverage-tables';
import { rowHtml } from '../atexo/row.js';
import { rssXml } from '../atexo/rss.js';
import type { Item, ListingSource } from '../listing/item.js';
import { listingsOf } from '../listing/listings.js';
import { historyOf } from '../ocds/history.js';
import { releaseOf } from '../ocds/release.js';
import { LOOKS } from '../rss/looks.js';
import { createTimeline } from '../timeline.js';
import type { World } from '../world.js';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const MOST_ITEMS = 100;
const timeline = createTimeline({ seed: 5, size: 4000, start: new Date(NOW), growthSeconds: 0 });
const world: World = { timeline, listings: listingsOf(timeline), now: () => NOW };

/** How an adapter's sources write an item: each of its formats is one entry. */
interface Entry {
  format: DocumentFormat;
  normalise: Normalise;
  sources: ListingSource[];
  written: (item: Item) => string[];
}

const ENTRIES: readonly Entry[] = [
  {
    format: 'atexo-row',
    normalise: normaliseAtexoRow,
    sources: sourcesOf('atexo').slice(0, 1),
    written: (item) => [rowFragment(rowHtml(item, 1, sourceOf(item.source)?.url ?? ''))],
  },
  {
    format: 'atexo-item',
    normalise: normaliseAtexoItem,
    sources: sourcesOf('atexo').slice(0, 1),
    written: (item) => readFeed(rssXml([item], sourceOf(item.source)?.url ?? '')).items,
  },
  {
    format: 'rss-item',
    normalise: normaliseRssItem,
    sources: sourcesOf('rss'),
    written: (item) => [LOOKS[item.source]?.item(item) ?? ''],
  },
  {
    format: 'ocds-release',
    normalise: normaliseOcdsRelease,
    sources: sourcesOf('ocds'),
    written: (item) => historyOf(world, item).map((shown, rank) => JSON.stringify(releaseOf(shown, rank))),
  },
];

/** What the simulated sources write, by format and source. */
export function simulatedCorpora(): Corpus[] {
  return ENTRIES.flatMap(({ format, normalise, sources, written }) =>
    sources.map((source) => ({
      title: `${format}, ${source}`,
      normalise,
      documents: latest(source)
        .flatMap(written)
        .map((body) => ({ source, identifiant: '', format, body: Buffer.from(body) })),
    })),
  );
}

function latest(source: ListingSource): Item[] {
  const items: Item[] = [];
  for (const item of world.listings.changed(source, NOW)) {
    items.push(item);
    if (items.length === MOST_ITEMS) break;
  }
  return items;
}

function sourcesOf(adapter: string): ListingSource[] {
  return SOURCES.filter((source) => source.adapter === adapter).map(({ code }) => code as ListingSource);
}
