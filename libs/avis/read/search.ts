import type pg from 'pg';
import { DEPTH_MAX } from '#contract/limits';
import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { LONG_TEXTS_AS_BYTES } from '#platform/database/pool';
import type { Statements } from '#platform/database/within-delay';
import { addListFilters, addSources, addStatut, addWords, type AvisFilters } from './conditions.js';

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
 * Up to this many hits are sorted; beyond, the order's index is walked until the page is full. The index holds the
 * filters but not the words, so that walking it for a rare word reads the whole table (190 ms against 0.4 at 300,000
 * rows), while sorting the hits of a common one is as bad.
 */
const SORTED_HITS_MAX = { filters: DEPTH_MAX, scattered: 5 * DEPTH_MAX };

export function sortedHitsMax(search: Pick<Search, 'q' | 'statut' | 'tri' | 'filters'>): number {
  return search.q !== undefined || isPeriodElsewhere(search) ? SORTED_HITS_MAX.scattered : SORTED_HITS_MAX.filters;
}

/**
 * Whether a period is asked of years of notices, in the other order than its own: what it keeps lies together, and the
 * index of the order may be walked for years before the first (70 ms for a week of deadlines long past among a million).
 */
function isPeriodElsewhere({ statut, tri, filters }: Pick<Search, 'statut' | 'tri' | 'filters'>): boolean {
  if (statut === 'ouvert') return false;
  if (tri === 'date_limite') return filters.publie_depuis !== undefined;
  return filters.date_limite_min !== undefined && filters.date_limite_max !== undefined;
}

const ORDER: Record<TriAvis, string> = {
  date_limite: 'a.date_limite, a.id',
  publication: 'a.date_publication desc nulls last, a.id desc',
};

/**
 * How many notices a search finds, up to one more than are sorted, and the page if they are no more: the notices of a word
 * that a filter keeps few of may be 40,000 to look at, here once.
 */
export function foundQuery(search: Search): pg.QueryConfig {
  const conditions = conditionsOf(search);
  const most = sortedHitsMax(search);
  return {
    text: `with hit as materialized (
  select a.id, a.date_limite, a.date_publication from read.avis a
  where ${conditions.sql}
  limit ${most + 1}
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.id from hit a
  where (select n.hits from n) <= ${most}
  order by ${ORDER[search.tri]}
  ${sliceOf(search, conditions)}
)
select n.hits, p.served, p.items from n cross join (
  ${joined('k', search)}
) p`,
    values: conditions.values,
  };
}

/** The page of a search that finds more, by the order's index: rows are fetched only for the page itself. */
export function pageByOrderQuery(search: Search): pg.QueryConfig {
  const conditions = conditionsOf(search);
  return {
    text: `with k as (
  select a.id from read.avis a
  where ${conditions.sql}
  order by ${ORDER[search.tri]}
  ${sliceOf(search, conditions)}
)
${joined('k', search)}`,
    values: conditions.values,
  };
}

function sliceOf({ page, per_page }: Search, conditions: Conditions): string {
  return `limit ${conditions.value(per_page)} offset ${conditions.value((page - 1) * per_page)}`;
}

/** One row, as in a walk (walk.ts). @param ids name of what has the page's `id`. */
function joined(ids: string, { tri }: Search): string {
  return `select count(*)::int as served, string_agg(a.liste, ',' order by ${ORDER[tri]}) as items
  from ${ids} join read.avis a using (id)`;
}

interface Page {
  served: number;
  items: string | Buffer | null;
}

/** Runs a search: what it finds first, since that also chooses the plan. */
export async function searchAvis(db: Statements, search: Search): Promise<SearchResult> {
  const found = await one<Page & { hits: number }>(db, foundQuery(search));
  const { hits } = found;
  const { served, items } = hits <= sortedHitsMax(search) ? found : await one<Page>(db, pageByOrderQuery(search));
  return { items: items ?? '', served, total: Math.min(hits, DEPTH_MAX), total_exact: hits <= DEPTH_MAX };
}

async function one<R extends pg.QueryResultRow>(db: Statements, query: pg.QueryConfig): Promise<R> {
  const { rows } = await db.query<R>({ ...query, types: LONG_TEXTS_AS_BYTES });
  return rows[0]!;
}

function conditionsOf({ filters, q, statut }: Search): Conditions {
  const conditions = addSources(addStatut(new Conditions(), statut), filters.source, q !== undefined);
  addListFilters(conditions, filters);
  if (q !== undefined) addWords(conditions, q);
  return conditions;
}
