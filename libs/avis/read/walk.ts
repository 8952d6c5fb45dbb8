import type pg from 'pg';
import type { FiltreStatut } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import type { Statements } from '#platform/database/within-delay';
import { addListFilters, addStatut, type AvisFilters } from './conditions.js';

/** A page of cursor mode. */
export interface Walk {
  /** `source`: those asked for, cut ones included. */
  filters: AvisFilters;
  /** A first copy: notices of this statut. */
  statut?: FiltreStatut | undefined;
  /** A synchronisation: everything stamped from this instant on, retired notices included; 27 characters. */
  updated_since?: string | undefined;
  /** Version of the last notice of the page before; 27 characters. */
  after?: string | undefined;
  /** What the copy's first page gave as `synchronise_jusqu_a`; 27 characters. */
  since?: string | undefined;
  per_page: number;
  marginSeconds: number;
}

export interface WalkResult {
  items: string[];
  /** Version of the page's last notice when others follow; null on the last page. */
  next: string | null;
  /** Every notice that the walk would serve, without margin; null after the first page. */
  total: number | null;
  /**
   * 27 characters: everything stamped before then was told. On every page of a copy that of its first page: what leaves
   * the copy's statut behind the walk is told by the synchronisation that follows, and nowhere else.
   */
  synchronise_jusqu_a: string;
}

const VERSION_TEXT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** Longer than any writing transaction lasts (`transaction_timeout` of write.publish_avis, 60 s). */
const WRITER_SECONDS = 65;

/**
 * One page by ascending version, one row more than asked to know whether others follow, and the horizon, taken once:
 * now less the margin. A version that young may be one that its writer has not committed, as long as a writer can last;
 * below that age the horizon is the last version that this snapshot sees, since versions rise as commits do.
 */
export function walkQuery(walk: Walk): pg.QueryConfig {
  const conditions = conditionsOf(walk);
  if (walk.after !== undefined) conditions.add('a.version > ?::timestamptz', walk.after);
  conditions.add('a.version <= h.horizon');
  const margin = conditions.value(walk.marginSeconds);
  return {
    text: `with h as materialized (
  select least(t.now - make_interval(secs => ${margin}), greatest(s.last_version + interval '1 microsecond',
    t.now - interval '${WRITER_SECONDS} seconds')) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
)
select to_char(h.horizon at time zone 'UTC', ${VERSION_TEXT}) as horizon,
  to_char(a.version at time zone 'UTC', ${VERSION_TEXT}) as version, a.liste
from h left join lateral (
  select a.id, a.version from read.avis a
  where ${conditions.sql}
  order by a.version
  limit ${conditions.value(walk.per_page + 1)}
) k on true left join read.avis a on a.id = k.id
order by k.version`,
    values: conditions.values,
  };
}

/** How many notices the walk would serve: one predicate with the counters of departments, no margin. */
export function walkTotalQuery(walk: Walk): pg.QueryConfig {
  const conditions = conditionsOf(walk);
  return { text: `select count(*)::int as total from read.avis a\nwhere ${conditions.sql}`, values: conditions.values };
}

interface Row {
  horizon: string;
  version: string | null;
  liste: string | null;
}

export async function walkAvis(db: Statements, walk: Walk): Promise<WalkResult> {
  const total = walk.after === undefined ? await count(db, walk) : null;
  const { rows } = await db.query<Row>(walkQuery(walk));
  const found = rows.filter((row): row is Row & { liste: string } => row.liste !== null);
  const page = found.slice(0, walk.per_page);
  return {
    items: page.map((row) => row.liste),
    next: found.length > walk.per_page ? (page.at(-1)?.version ?? null) : null,
    total,
    synchronise_jusqu_a: walk.since ?? rows[0]?.horizon ?? '',
  };
}

async function count(db: Statements, walk: Walk): Promise<number> {
  const { rows } = await db.query<{ total: number }>(walkTotalQuery(walk));
  return rows[0]?.total ?? 0;
}

/**
 * Of a cut source, in the snapshot of the rows: what a page leaves out must be what it retires or restores later under a
 * newer version, which an older memory of the cut would not tell.
 */
const SERVED = 'a.source <> all (array(select c.code from read.source c where c.coupee))';

function conditionsOf({ filters, statut, updated_since }: Walk): Conditions {
  const conditions = new Conditions().add('a.source = any(?::text[])', filters.source);
  if (updated_since === undefined) {
    addStatut(conditions, statut ?? 'ouvert').add(SERVED);
  } else {
    // A cut source's notices are told once retired; until then they are neither served nor retired.
    conditions.add('a.version >= ?::timestamptz', updated_since).add(`(a.statut = 'retire' or ${SERVED})`);
  }
  return addListFilters(conditions, filters);
}
