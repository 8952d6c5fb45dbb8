import { sourceOf } from '#sources/registry';
import { type Answer, type Ask, json } from '../http/answer.js';
import { type ListingSource } from '../listing/item.js';
import { type World } from '../world.js';
import { HABITS } from './habits.js';
import { historyOf } from './history.js';
import { PAGES } from './pages.js';
import { releaseOf } from './release.js';

/** OCDS 1.1 release packages of one publisher, `/releases.json` under its code; null for another path. */
export function ocdsRoute(world: World, ask: Ask, source: ListingSource): Answer | null {
  const habits = HABITS[source];
  if (habits === undefined || ask.path !== '/releases.json') return null;
  const { items, next } = PAGES[habits.pages](world, source, ask.query);
  const address = `${ask.origin}/${source}${ask.path}`;
  const query = ask.query.toString();
  const following = next === null ? null : habits.next === 'absolute' ? `${address}?${next}` : `?${next}`;
  return json(200, {
    uri: query === '' ? address : `${address}?${query}`,
    version: '1.1',
    publishedDate: new Date(world.now()).toISOString(),
    publisher: { name: sourceOf(source)?.nom },
    license: 'https://exemple.fr/convention',
    ...(habits.lots === 'lots' ? { extensions: [LOTS_EXTENSION] } : {}),
    releases: items.flatMap((item) => historyOf(world, item).map((shown, rank) => releaseOf(shown, rank))),
    ...(following === null ? {} : { links: { next: following } }),
  });
}

const LOTS_EXTENSION =
  'https://raw.githubusercontent.com/open-contracting-extensions/ocds_lots_extension/v1.1.5/extension.json';
