import type pg from 'pg';
import { DEPTH_MAX } from '#contract/limits';
import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { LONG_TEXTS_AS_BYTES } from '#platform/database/pool';
import type { Statements } from '#platform/database/within-delay';
import {
  addListFilters,
  addSources,
  addStatut,
  addWords,
  FEW_SOURCES,
  isValued,
  type AvisFilters,
} from './conditions.js';
import { addReperes, besideReperes } from './reperes.js';

/** A search of page mode, every default filled in. */
export interface Search {
  filters: AvisFilters;
  q: string | undefined;
  statut: FiltreStatut;
  tri: TriAvis;
  page: number;
  per_page: number;
}

export interface SearchResult {
  /** The notices' texts, joined by commas: served as they are. Empty when there is none. */
  items: string | Buffer;
  /** How many notices that is. */
  served: number;
  /** At most DEPTH_MAX. */
  total: number;
  total_exact: boolean;
}

/**
 * Up to this many hits are sorted, for a page that ends at this depth; of more, the order's index gives the page. It is
 * walked the further the deeper the page. CPV codes and budgets are sorted from their index alone (0.7 µs each at a million),
 * words and departments are visited in the table (2 to 8 µs).
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

/** Notices that are looked at where the order begins: 20 to 50 ms, words in the table and filters in the index. */
const WALKED_MAX = { words: 30_000, filters: 120_000 };

/**
 * What one of these costs, by what a visit costs of a hit that the index of words finds (8 µs at a million, 1.5 when
 * PostgreSQL has the page): the order of the table is nearly theirs.
 */
const LOOKED_AT = { words: 0.25, filters: 0.06 };

/**
 * How many hits are sorted at most, for a search that an index of its own finds; undefined when only the order's index, which
 * holds every filter, can find it. That index does not hold the words, and among all years what few have may stand anywhere
 * in it: walking it for a rare word reads the whole table (190 ms against 0.4 at 300,000 rows), for the fifth page of a CPV
 * code half of the index (70 ms of a million). A period of the other order stands nowhere near its beginning: the walk to the
 * notices of last week passes all others (60 ms, and 1.2 s for those of a common word, each of which is read). Sorting a
 * common word's hits is as bad.
 */
export function sortedHitsMax(search: Search): number | undefined {
  const found = whatFinds(search);
  return found === undefined ? undefined : SORTED_HITS_MAX[found](depthOf(search));
}

function whatFinds(search: Search): keyof typeof SORTED_HITS_MAX | undefined {
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

/** Hits down to the last of the page. */
function depthOf({ page, per_page }: Search): number {
  return page * per_page;
}

/** Whether the indexes of words find it: they hold the departments besides. */
function asksWords({ q, filters }: Search): boolean {
  return q !== undefined || filters.departement !== undefined;
}

/** Whether days are asked in the other order than theirs. */
function isElsewhere({ tri, filters }: Search): boolean {
  const { date_limite_min, date_limite_max, publie_depuis } = filters;
  return tri === 'date_limite'
    ? publie_depuis !== undefined
    : date_limite_min !== undefined && date_limite_max !== undefined;
}

/** The order of a table of notices or of their keys. */
const ORDER: Record<TriAvis, (t: string) => string> = {
  date_limite: (t) => `${t}.date_limite, ${t}.id`,
  publication: (t) => `${t}.date_publication desc nulls last, ${t}.id desc`,
};

/** What that order compares. */
const KEY: Record<TriAvis, string> = { date_limite: 'a.date_limite, a.id', publication: 'a.date_publication, a.id' };

/**
 * How many notices a search finds, up to one more than `most`, and the page if they are no more: what must be looked at to
 * find them, 40,000 notices for some words, is looked at once.
 */
export function foundQuery(search: Search, most: number): pg.QueryConfig {
  const { filters, statut } = search;
  const conditions = asksWords(search)
    ? addReperes(conditionsOf({ ...search, filters: besideReperes(filters, statut) }), filters, statut, thisYear())
    : conditionsOf(search);
  return listQuery(search, conditions, `limit ${most + 1}`, `\n  where (select n.hits from n) <= ${most}`);
}

function thisYear(): number {
  return new Date().getUTCFullYear();
}

/** The first `most` hits in the order, by its index: how many these are, and the page. */
export function orderedQuery(search: Search, most: number): pg.QueryConfig {
  return listQuery(search, conditionsOf(search), `order by ${ORDER[search.tri]('a')}\n  limit ${most}`, '');
}

/** The first notices of the order, as a table. */
function beginning({ q, statut, tri }: Search): string {
  return `(
    select * from read.avis a
    where ${addStatut(new Conditions(), statut).sql}
    order by ${ORDER[tri]('a')}
    limit ${WALKED_MAX[q === undefined ? 'filters' : 'words']}
  ) a`;
}

/**
 * What common words ask instead: the first hits in the order among the notices where it begins. Fewer than `most` say nothing
 * of those behind.
 */
export function walkedQuery(search: Search, most: number): pg.QueryConfig {
  const order = `order by ${ORDER[search.tri]('a')}\n  limit ${most}`;
  return listQuery(search, conditionsOf(search), order, '', beginning(search));
}

/** How many hits the database expects there: its plan. */
export function expectedQuery(search: Search): pg.QueryConfig {
  const conditions = conditionsOf(search);
  return {
    text: `explain (format json)
select from ${beginning(search)}
where ${conditions.sql}`,
    values: conditions.values,
  };
}

/** One row: the hits found and the page among them, if `when` holds; its texts joined as in a walk (walk.ts). */
function listQuery(
  search: Search,
  conditions: Conditions,
  found: string,
  when: string,
  from = 'read.avis a',
): pg.QueryConfig {
  const [key, order] = [KEY[search.tri], ORDER[search.tri]];
  return {
    text: `with hit as materialized (
  select ${key} from ${from}
  where ${conditions.sql}
  ${found}
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select ${key} from hit a${when}
  order by ${order('a')}
  limit ${conditions.value(search.per_page)} offset ${conditions.value(before(search))}
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by ${order('k')}) as items
  from k join read.avis a using (id)
) p`,
    values: conditions.values,
  };
}

/** Hits before the page. */
function before({ page, per_page }: Search): number {
  return (page - 1) * per_page;
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
 * A word of half of the notices among all years, or a large department: the index of words gathers every one of them before
 * the first is looked at (120 to 180 ms of a million), and so it does for two filters as long as both are common. Their first
 * thousand, or at least the page, stand near the beginning of the order. Estimates choose only between ways that all end
 * soon.
 *
 * @returns undefined when they are not that common.
 */
async function commonHits(db: Statements, search: Search): Promise<Found | undefined> {
  if (!asksWords(search) || search.statut === 'ouvert' || isElsewhere(search)) return undefined;
  const way = cheapestWay(search, await expectedHits(db, search));
  if (way === 'walk') {
    const walked = await row(db, walkedQuery(search, DEPTH_MAX + 1));
    return walked.hits > DEPTH_MAX ? walked : undefined;
  }
  return way === 'countAndWalk' ? countAndWalk(db, search) : undefined;
}

/** @returns undefined when the page is farther away than that. */
async function countAndWalk(db: Statements, search: Search): Promise<Found | undefined> {
  const counted = await row(db, foundQuery(search, DEPTH_MAX));
  if (counted.hits <= DEPTH_MAX) return counted;
  const depth = depthOf(search);
  const walked = await row(db, walkedQuery(search, depth));
  return walked.hits === depth ? { ...walked, hits: counted.hits } : undefined;
}

interface Expected {
  hits: number;
  /** Of the statut. */
  notices: number;
}

/**
 * The thousand hits that the total asks for, and the page: both walked to in the order; or the thousand visited where their
 * index finds them and the page walked to; or all of them found and sorted. Compared by what each visits in the table.
 */
function cheapestWay(search: Search, { hits, notices }: Expected): 'sort' | 'countAndWalk' | 'walk' {
  const kind = search.q === undefined ? 'filters' : 'words';
  const walkTo = (hit: number) => {
    const looked = (hit * notices) / hits;
    return looked > WALKED_MAX[kind] ? Infinity : looked * LOOKED_AT[kind];
  };
  const costs = {
    sort: hits > (sortedHitsMax(search) ?? 0) ? Infinity : hits,
    countAndWalk: DEPTH_MAX + 1 + walkTo(depthOf(search)),
    walk: walkTo(DEPTH_MAX + 1),
  };
  const ways = ['sort', 'countAndWalk', 'walk'] as const;
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

interface Plan {
  'Plan Rows': number;
  Plans?: [Plan];
}

async function expectedHits(db: Statements, search: Search): Promise<Expected> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(expectedQuery(search));
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('an explained query gave no plan');
  let leaf = plan;
  while (leaf.Plans !== undefined) [leaf] = leaf.Plans;
  const notices = leaf['Plan Rows'];
  const looked = Math.min(notices, WALKED_MAX[search.q === undefined ? 'filters' : 'words']);
  return { hits: (plan['Plan Rows'] * notices) / looked, notices };
}

async function row(db: Statements, query: pg.QueryConfig): Promise<Found> {
  const { rows } = await db.query<Found>({ ...query, types: LONG_TEXTS_AS_BYTES });
  const [found] = rows;
  if (found === undefined) throw new Error('a query that aggregates gave no row');
  return found;
}

function conditionsOf(search: Search): Conditions {
  const { filters, q, statut } = search;
  const conditions = addSources(addStatut(new Conditions(), statut, filters), filters.source, asksWords(search));
  addListFilters(conditions, filters);
  return q === undefined ? conditions : addWords(conditions, q);
}
