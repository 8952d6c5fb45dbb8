import type pg from 'pg';
import { DEPTH_MAX } from '#contract/limits';
import { expectedHits } from '#platform/database/expected-hits';
import { LONG_TEXTS_AS_BYTES } from '#platform/database/pool';
import type { Statements } from '#platform/database/within-delay';
import { expectedFoundQuery, expectedThereQuery, foundQuery, orderedQuery, walkedQuery } from './search-queries.js';
import { cheapestWay, mayCountOpen, proveThousand, sortedHitsMax, walkedMax } from './search-ways.js';
import { asksWords, depthOf, isElsewhere, type Search } from './searched.js';

export interface SearchResult {
  /** The notices' texts, joined by commas: served as they are. Empty when there is none. */
  items: string | Buffer;
  /** How many notices that is. */
  served: number;
  /** At most DEPTH_MAX. */
  total: number;
  total_exact: boolean;
}

interface Found {
  hits: number;
  served: number;
  items: string | Buffer | null;
}

/** Runs a search. What an index finds is found first: how many these are chooses how their page is read. */
export async function searchAvis(db: Statements, search: Search): Promise<SearchResult> {
  const { hits, served, items } = (await commonHits(db, search)) ?? (await foundOrOrdered(db, search));
  return { items: items ?? '', served, total: Math.min(hits, DEPTH_MAX), total_exact: hits <= DEPTH_MAX };
}

async function foundOrOrdered(db: Statements, search: Search): Promise<Found> {
  const most = sortedHitsMax(search);
  if (most === undefined) return row(db, orderedQuery(search, DEPTH_MAX + 1));
  const found = await row(db, foundQuery(search, most));
  if (found.hits <= most) return found;
  return { ...(await row(db, orderedQuery(search, depthOf(search)))), hits: found.hits };
}

/**
 * A word of half of the notices among all years, or a large department beside a filter: the index of words gathers every one
 * of them before the first is looked at (120 to 180 ms of a million), and so it does for two filters as long as both are
 * common. Their first thousand, or at least the page, stand near the beginning of the order. Estimates choose only between
 * ways that all end soon.
 *
 * @returns undefined when they are not that common.
 */
async function commonHits(db: Statements, search: Search): Promise<Found | undefined> {
  if (!mayBeCommon(search)) return undefined;
  const expected = await expectedHits(db, expectedThereQuery(search), walkedMax(search));
  const counted = await whatIsCounted(db, search, expected.hits);
  const way = cheapestWay(search, expected, counted.hits);
  if (way === 'walk') {
    const walked = await row(db, walkedQuery(search, DEPTH_MAX + 1));
    return walked.hits > DEPTH_MAX ? walked : undefined;
  }
  return way === 'countAndWalk' ? countAndWalk(db, search, counted.search) : undefined;
}

/**
 * Whether the index of words finds it, and might gather far more than the page and the thousand that are counted. Of open
 * notices it gathers few: to ask costs every search 0.35 ms (1.27 before, at 2,500 of them) and saves the commonest words
 * 1.7 of 4.2 (at 129,000).
 */
function mayBeCommon(search: Search): boolean {
  return asksWords(search) && sortedHitsMax(search) !== undefined && search.statut !== 'ouvert' && !isElsewhere(search);
}

/** What is looked through for a thousand hits, and how many are expected there. */
async function whatIsCounted(db: Statements, search: Search, hits: number): Promise<{ search: Search; hits: number }> {
  const all = { search, hits };
  if (!mayCountOpen(search, hits)) return all;
  const open: Search = { ...search, statut: 'ouvert' };
  const { hits: openHits } = await expectedHits(db, expectedFoundQuery(open));
  return proveThousand(openHits) ? { search: open, hits: openHits } : all;
}

/**
 * @param among the search itself, or of a part of its notices, where a thousand hits are counted.
 * @returns undefined when there are fewer in that part, or the page is farther away.
 */
export async function countAndWalk(db: Statements, search: Search, among: Search): Promise<Found | undefined> {
  const counted = await row(db, foundQuery(among, DEPTH_MAX));
  if (counted.hits <= DEPTH_MAX) return among === search ? counted : undefined;
  const depth = depthOf(search);
  const walked = await row(db, walkedQuery(search, depth));
  return walked.hits === depth ? { ...walked, hits: counted.hits } : undefined;
}

async function row(db: Statements, query: pg.QueryConfig): Promise<Found> {
  const { rows } = await db.query<Found>({ ...query, types: LONG_TEXTS_AS_BYTES });
  const [found] = rows;
  if (found === undefined) throw new Error('a query that aggregates gave no row');
  return found;
}
