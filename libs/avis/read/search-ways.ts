import { DEPTH_MAX } from '#contract/limits';
import type { ExpectedHits } from '#platform/database/expected-hits';
import { FEW_SOURCES, isValued } from './conditions.js';
import { depthOf, isElsewhere, isOrderedPart, type Search } from './searched.js';

/**
 * Up to this many hits are sorted, for a page that ends at this depth; of more, the order's index gives the page. It is
 * walked the further the deeper the page. CPV codes and budgets are sorted from their index alone (0.7 µs each at a million),
 * words and several departments are visited in the table (2 to 8 µs).
 */
const SORTED_HITS_MAX = {
  sources: () => DEPTH_MAX,
  open: (depth: number) => Math.max(DEPTH_MAX, 5 * depth),
  wordsOpen: (depth: number) => Math.max(2 * DEPTH_MAX, 5 * depth),
  told: (depth: number) => Math.max(5 * DEPTH_MAX, 20 * depth),
  words: (depth: number) => Math.max(5 * DEPTH_MAX, 15 * depth),
  departements: () => 8 * DEPTH_MAX,
  elsewhere: () => 30 * DEPTH_MAX,
  wordsElsewhere: () => 100 * DEPTH_MAX,
};

/**
 * How many hits are sorted at most, for a search that an index of its own finds; undefined when an order's index finds it as
 * well: that of a department, a division or a source that is asked alone, or that of all notices when nothing rare is asked.
 *
 * The order's index holds every filter, but not the words, and among all years what few have may stand anywhere in it:
 * walking it for a rare word reads the whole table (190 ms against 0.4 at 300,000 rows), for the fifth page of a CPV code half
 * of the index (70 ms of a million). A period of the other order stands nowhere near its beginning: the walk to the notices of
 * last week passes all others (60 ms, and 1.2 s for those of a common word, each of which is read). Sorting a common word's
 * hits is as bad.
 */
export function sortedHitsMax(search: Search): number | undefined {
  const found = whatFinds(search);
  return found === undefined ? undefined : SORTED_HITS_MAX[found](depthOf(search));
}

function whatFinds(search: Search): keyof typeof SORTED_HITS_MAX | undefined {
  if (isOrderedPart(search)) return undefined;
  const { q, statut, filters } = search;
  const valued = isValued(filters);
  if (statut !== 'ouvert') {
    if (isElsewhere(search)) return q === undefined ? 'elsewhere' : 'wordsElsewhere';
    if (q !== undefined) return 'words';
    if (filters.departement !== undefined) return 'departements';
    if (valued) return 'told';
  }
  if (q !== undefined) return 'wordsOpen';
  if (filters.departement !== undefined || valued || isElsewhere(search)) return 'open';
  return filters.source.length <= FEW_SOURCES ? 'sources' : undefined;
}

/** Notices that are looked at where the order begins: 20 to 50 ms, words in the table and filters in the index. */
const WALKED_MAX = { words: 30_000, filters: 120_000 };

/**
 * What looking at one of them costs, a visit of a hit that the index of words finds being 1 (8 µs at a million, 1.5 when
 * PostgreSQL has its page): they stand side by side, in the index and nearly so in the table.
 */
const LOOKED_AT = { words: 0.25, filters: 0.06 };

/** What the index of words takes for one, before the first can be visited (0.2 µs): little, but for each of them. */
const GATHERED = 0.025;

/**
 * Beyond, gathering all hits costs as much as visiting 500 of them, and the thousand that the total asks for are looked for
 * among the open notices first: one in eight, or fewer as the archive grows.
 */
const GATHERED_MAX = 20_000;

/** Whether open notices may prove that there are a thousand hits. @param hits expected among all. */
export function mayCountOpen({ statut }: Search, hits: number): boolean {
  return statut === 'tous' && hits > GATHERED_MAX;
}

/** @param openHits expected among the open notices: as many again as the proof needs. */
export function proveThousand(openHits: number): boolean {
  return openHits > 2 * DEPTH_MAX;
}

function whatIsWalked({ q }: Search): keyof typeof WALKED_MAX {
  return q === undefined ? 'filters' : 'words';
}

/** How many notices are looked at, at most, where the order begins. */
export function walkedMax(search: Search): number {
  return WALKED_MAX[whatIsWalked(search)];
}

/**
 * The thousand hits that the total asks for, and the page: both walked to in the order; or the thousand visited where their
 * index finds them and the page walked to; or all of them found and sorted. Compared by what each gathers and visits.
 * @param counted hits among those that are counted, all unless told.
 */
export function cheapestWay(
  search: Search,
  { hits, rows: notices }: ExpectedHits,
  counted = hits,
): 'sort' | 'countAndWalk' | 'walk' {
  const walkTo = (hit: number) => {
    const looked = (hit * notices) / hits;
    return looked > walkedMax(search) ? Infinity : looked * LOOKED_AT[whatIsWalked(search)];
  };
  const costs = {
    sort: hits > (sortedHitsMax(search) ?? 0) ? Infinity : GATHERED * hits + hits,
    countAndWalk: GATHERED * counted + DEPTH_MAX + 1 + walkTo(depthOf(search)),
    walk: walkTo(DEPTH_MAX + 1),
  };
  const ways = ['sort', 'countAndWalk', 'walk'] as const;
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}
