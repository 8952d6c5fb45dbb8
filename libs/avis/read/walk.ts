import type pg from 'pg';
import { Conditions } from '#platform/database/conditions';
import { hitsQuery } from '#platform/database/hits-query';
import { LONG_TEXTS_AS_BYTES } from '#platform/database/pool';
import type { Statements } from '#platform/database/within-delay';
import type { AvisFilters } from './conditions.js';
import { totalOf } from './walk-total.js';
import {
  addWalked,
  conditionsOf,
  findsBesideDepartement,
  hasFilter,
  walkedDepartement,
  walkedIn,
  type Walk,
} from './walked.js';

export interface WalkResult {
  /** The notices' texts, joined by commas: served as they are. Empty when there is none. */
  items: string | Buffer;
  /** How many notices that is. */
  served: number;
  /** Version of the page's last notice when others follow; null on the last page. */
  next: string | null;
  /** Every notice that the walk would serve, without margin; null after the first page. */
  total: number | null;
  /**
   * 27 characters: everything stamped before then was told. On every page of a copy that of its first page: what leaves
   * the copy's statut behind the walk is told by the synchronisation that follows, and nowhere else. Never later than
   * what this page could see.
   */
  synchronise_jusqu_a: string;
}

const VERSION_TEXT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** Longer than any writing transaction lasts (`transaction_timeout` of write.publish_avis, 60 s). */
const WRITER_SECONDS = 65;

/**
 * One page by ascending version, whether others follow, and the horizon, taken once: now less the margin. A version that
 * young may be one that its writer has not committed, as long as a writer can last; below that age the horizon is the last
 * version that this snapshot sees, since versions rise as commits do. So it is at any age on a replica, which may be behind
 * by more than a writer lasts.
 *
 * One row, its texts joined by the database: a hundred rows of three columns took longer to read than to find. They are
 * joined in the order of the selection inside; sorting them again would cost a fifth of the query.
 */
export function walkQuery(walk: Walk, few = false): pg.QueryConfig {
  if (isWhole(walk)) return wholeQuery(walk);
  return few ? fewQuery(walk) : filteredQuery(walk);
}

/**
 * Up to this many hits are found by their filters and sorted; beyond, the index of versions is walked until the page is
 * full. That index holds the filters, but to find the notices of a rare code, or the last of a week, it is read to its end:
 * 150 ms of a million. Notices of a department are found by an index that does not hold the other filters: each is visited.
 */
const FEW_HITS = { visited: 1_000, told: 5_000 };

export function fewHits(walk: Walk): number {
  return isOfAllYears(walk) && walk.filters.departement === undefined ? FEW_HITS.told : FEW_HITS.visited;
}

function isOfAllYears({ statut = 'ouvert' }: Walk): boolean {
  return statut !== 'ouvert';
}

/**
 * Among all years, notices of a period may stand anywhere among the versions: on the first page, which counts them all, up
 * to this many are found and sorted; walking to the first of them took as long as counting (200 ms of a million).
 */
const FEW_OF_PERIOD = 200_000;

/**
 * The filters that have an index to find what is rare; undefined when none is given besides a department that the walk goes
 * through by itself.
 */
function findingFilters(walk: Walk): AvisFilters | undefined {
  const { type_marche: _, completude_min: __, ...finding } = walk.filters;
  const byDepartement = finding.departement !== undefined && walkedDepartement(walk) === undefined;
  return byDepartement || findsBesideDepartement(walk) ? finding : undefined;
}

/** How many notices those filters keep of a copy, counted up to one more than are few. */
export function walkHitsQuery(walk: Walk, filters: AvisFilters): pg.QueryConfig {
  return hitsQuery('read.avis a', conditionsOf({ ...walk, filters }), fewHits(walk));
}

/**
 * Whether no filter leaves out many notices: rows are then taken as one index gives them. A filter is better answered by
 * an index that holds it, rows fetched afterwards.
 */
function isWhole({ filters, sourcesAsked, statut, updated_since }: Walk): boolean {
  return sourcesAsked !== true && !hasFilter(filters) && (updated_since !== undefined || statut !== 'clos');
}

/**
 * Prepared: every value comes by `h`, so that no plan made for them could be better than the one for all, and PostgreSQL
 * plans once a connection. Planning took longer than the page.
 */
function wholeQuery({ filters, statut, updated_since, after, per_page, marginSeconds }: Walk): pg.QueryConfig {
  const since = updated_since !== undefined;
  const conditions = addWalked(
    new Conditions().add('a.source = any(h.sources)'),
    since ? undefined : (statut ?? 'ouvert'),
  );
  if (since) conditions.add('a.version >= h.depuis');
  const walked = conditions.add('a.version <= h.horizon').sql;
  return {
    name: `avis-walk-${since ? 'since' : (statut ?? 'ouvert')}-${per_page}`,
    text: `with h as materialized (
  select $1::text[] as sources, $2::timestamptz as apres, $3::timestamptz as depuis, ${horizonOf('$4')}
)
${SELECTED}, p.served = ${per_page} and exists (
  select from read.avis a
  where ${walked}
    and a.version > p.version
) as more
from h cross join lateral (
  select count(*)::int as served, max(k.version) as version, string_agg(k.liste, ',') as items
  from (
    select a.version, a.liste from read.avis a
    where ${walked}
      and a.version > h.apres
    order by a.version
    limit ${per_page}
  ) k
) p`,
    values: [filters.source, after ?? BEFORE_ALL, updated_since ?? BEFORE_ALL, marginSeconds],
  };
}

function filteredQuery(walk: Walk): pg.QueryConfig {
  const { table, conditions } = walkedIn(walkedDepartement(walk), walk);
  if (walk.after !== undefined) conditions.add('a.version > ?::timestamptz', walk.after);
  conditions.add('a.version <= h.horizon');
  const horizon = horizonOf(conditions.value(walk.marginSeconds));
  return {
    text: `with h as materialized (
  select ${horizon}
)
${pageOf(`${table}\n      where ${conditions.sql}`, walk.per_page)}`,
    values: conditions.values,
  };
}

/** The page of a walk through few notices: all of them first, then their order. */
function fewQuery(walk: Walk): pg.QueryConfig {
  const conditions = conditionsOf(walk);
  const after = conditions.value(walk.after ?? BEFORE_ALL);
  const horizon = horizonOf(conditions.value(walk.marginSeconds));
  return {
    text: `with h as materialized (
  select ${horizon}
), hit as materialized (
  select a.id, a.version from read.avis a
  where ${conditions.sql}
)
${pageOf(`hit a\n      where a.version > ${after}::timestamptz\n    and a.version <= h.horizon`, walk.per_page)}`,
    values: conditions.values,
  };
}

/** @param walked where the page's notices are taken from, by ascending version. */
function pageOf(walked: string, per_page: number): string {
  const shown = `filter (where n.rang <= ${per_page})`;
  return `${SELECTED}, p.more
from h cross join lateral (
  select (count(*) ${shown})::int as served, count(*) > ${per_page} as more, max(n.version) ${shown} as version,
    string_agg(n.liste, ',' order by n.version) ${shown} as items
  from (
    select k.version, r.liste, row_number() over (order by k.version) as rang
    from (
      select a.id, a.version from ${walked}
      order by a.version
      limit ${per_page + 1}
    ) k join read.avis r on r.id = k.id
  ) n
) p`;
}

/** Before every version. */
const BEFORE_ALL = '-infinity';

/** What both give of their page, `more` apart. */
const SELECTED = `select to_char(h.horizon at time zone 'UTC', ${VERSION_TEXT}) as horizon,
  to_char(p.version at time zone 'UTC', ${VERSION_TEXT}) as version, p.items, p.served`;

/** The end of a selection. @param margin in seconds, a placeholder. */
function horizonOf(margin: string): string {
  return `least(t.now - make_interval(secs => ${margin}),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '${WRITER_SECONDS} seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t`;
}

interface Row {
  horizon: string;
  /** Notices of the page. */
  served: number;
  /** Whether others follow. */
  more: boolean;
  /** Of the page's last notice. */
  version: string | null;
  items: string | Buffer | null;
}

export async function walkAvis(db: Statements, walk: Walk): Promise<WalkResult> {
  const total = walk.after === undefined ? await totalOf(db, walk) : null;
  const few = await keepsFew(db, walk, total);
  const { rows } = await db.query<Row>({ ...walkQuery(walk, few), types: LONG_TEXTS_AS_BYTES });
  const [row] = rows;
  if (row === undefined) throw new Error('read.state has no row: run the migrations again');
  return {
    items: row.items ?? '',
    served: row.served,
    next: row.more ? row.version : null,
    total,
    synchronise_jusqu_a: earliest(walk.since, row.horizon),
  };
}

/** Of copies alone: a synchronisation goes through what changed since a day, whatever its filters keep of it. */
async function keepsFew(db: Statements, walk: Walk, total: number | null): Promise<boolean> {
  if (walk.updated_since !== undefined) return false;
  // The total is of all filters: those that find keep as many at least.
  if (total !== null && total > fewHits(walk))
    return isOfAllYears(walk) && isOfPeriod(walk.filters) && total <= FEW_OF_PERIOD;
  const filters = findingFilters(walk);
  if (filters === undefined) return false;
  const { rows } = await db.query<{ hits: number }>(walkHitsQuery(walk, filters));
  return (rows[0]?.hits ?? 0) <= fewHits(walk);
}

function isOfPeriod({ publie_depuis, date_limite_min, date_limite_max }: AvisFilters): boolean {
  return (publie_depuis ?? date_limite_min ?? date_limite_max) !== undefined;
}

/** The page before may come from a replica that is ahead of this one: what it knew may be missing here. */
function earliest(since: string | undefined, horizon: string): string {
  return since !== undefined && since < horizon ? since : horizon;
}
