import { DEPTH_MAX } from '#contract/limits';
import { type ExpectedHits, expectedHits } from '#platform/database/expected-hits';
import type { Statements } from '#platform/database/within-delay';
import {
  offsetOf,
  prestatairesByHitsQuery,
  prestatairesByOrderQuery,
  prestatairesCountQuery,
  type PrestatairesSearch,
  type PrestatairesSlice,
  prestatairesExpectedQuery,
  prestatairesWalkedQuery,
  sortedHitsMax,
  WALKED_MAX,
} from './prestataires-queries.js';

export interface PrestatairesResult {
  /** Texts, served as they are. */
  items: string[];
  /** At most DEPTH_MAX. */
  total: number;
  total_exact: boolean;
}

/**
 * A look at a contractor of the order, and the visit of a hit in the order of the table, beside gathering one entry of the
 * index of words (0.2 µs).
 */
const COST = { lookedAt: 6, visited: 4 };

/** Runs a search: the count first, since it also chooses the plan. */
export async function searchPrestataires(db: Statements, search: PrestatairesSearch): Promise<PrestatairesResult> {
  const hits = await hitsOf(db, search);
  return {
    items: offsetOf(search) >= hits ? [] : await itemsOf(db, search, hits),
    total: Math.min(hits, DEPTH_MAX),
    total_exact: hits <= DEPTH_MAX,
  };
}

/** @returns one more than are counted for all that are more; Infinity for common words, whose page is near. */
async function hitsOf(db: Statements, search: PrestatairesSearch): Promise<number> {
  return (await isCommon(db, search)) ? Infinity : count(db, search);
}

/**
 * Words that many names hold: their index gathers every one before the first is looked at (15 ms for the 69,000 « sarl » of
 * 294,000 names, and more with every name that comes), a thousand of them stand where the order begins. The estimate chooses
 * only between ways that both end.
 */
async function isCommon(db: Statements, search: PrestatairesSearch): Promise<boolean> {
  if (search.q === undefined) return false;
  const expected = await expectedHits(db, prestatairesExpectedQuery(search), WALKED_MAX);
  if (!isSoonWalkedTo(expected, sortedHitsMax(search))) return false;
  const { rows } = await db.query<{ hits: number }>(prestatairesWalkedQuery(search));
  return (rows[0]?.hits ?? 0) > DEPTH_MAX;
}

/**
 * Whether walking to as many as a total tells, and one more, is cheaper than gathering all and visiting those that are
 * counted.
 */
function isSoonWalkedTo({ hits, rows }: ExpectedHits, countedMax: number): boolean {
  const looked = ((DEPTH_MAX + 1) * rows) / hits;
  return looked <= WALKED_MAX && COST.lookedAt * looked <= hits + COST.visited * Math.min(hits, countedMax);
}

async function count(db: Statements, search: PrestatairesSlice): Promise<number> {
  const { rows } = await db.query<{ hits: number }>(prestatairesCountQuery(search));
  return rows[0]?.hits ?? 0;
}

/** @param hits as counted. */
async function itemsOf(db: Statements, search: PrestatairesSlice, hits: number): Promise<string[]> {
  const isSorted = hits <= sortedHitsMax(search);
  if (!isSorted && search.tri === 'pertinence') return relevantItems(db, search);
  const page = isSorted ? prestatairesByHitsQuery(search) : prestatairesByOrderQuery(search);
  return (await db.query<{ item: string }>(page)).rows.map((row) => row.item);
}

/**
 * By relevance among many hits, none sorted: the names that start with the words, then the others, each by number of
 * contracts. Where few start with them, the others are so many that the order's index soon fills the page.
 */
async function relevantItems(db: Statements, search: PrestatairesSearch): Promise<string[]> {
  const [offset, limit] = [offsetOf(search), search.per_page];
  const starting: PrestatairesSlice = { ...search, tri: 'contrats', names: 'starting', slice: { offset, limit } };
  const starts = await count(db, starting);
  const first = offset < starts ? await itemsOf(db, starting, starts) : [];
  const left = limit - first.length;
  if (left === 0) return first;
  const slice = { offset: Math.max(0, offset - starts), limit: left };
  const other = prestatairesByOrderQuery({ ...search, tri: 'contrats', names: 'other', slice });
  return [...first, ...(await db.query<{ item: string }>(other)).rows.map((row) => row.item)];
}
