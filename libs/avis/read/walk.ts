import type pg from 'pg';
import type { FiltreStatut } from '#contract/vocabulary';
import { addFilters, addStatut, Conditions, type AvisFilters } from './conditions.js';

/** A page of cursor mode. */
export interface Walk {
  filters: AvisFilters;
  /** A first copy: notices of this statut. */
  statut?: FiltreStatut | undefined;
  /** A synchronisation: everything stamped from this instant on, retired notices included; 27 characters. */
  updated_since?: string | undefined;
  /** Sources whose retired notices are also told, cut ones included; only with `updated_since`. */
  visible: readonly string[];
  /** Version of the last notice of the page before; 27 characters. */
  after?: string | undefined;
  per_page: number;
  marginSeconds: number;
}

export interface WalkResult {
  items: string[];
  /** Version of the page's last notice when others follow; null on the last page. */
  next: string | null;
  /** Every notice that the walk would serve, without margin; null after the first page. */
  total: number | null;
  /** 27 characters: everything stamped until then was within reach of this page. */
  synchronise_jusqu_a: string;
}

const VERSION_TEXT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/**
 * One page by ascending version, one row more than asked to know whether others follow, and the horizon of the margin,
 * taken once: what is older than it has been committed for longer than any writer may last.
 */
export function walkQuery(walk: Walk): pg.QueryConfig {
  const conditions = conditionsOf(walk);
  if (walk.after !== undefined) conditions.add('a.version > ?::timestamptz', walk.after);
  conditions.add('a.version <= h.horizon');
  const margin = conditions.value(walk.marginSeconds);
  return {
    text: `with h as materialized (
  select clock_timestamp() - make_interval(secs => ${margin}) as horizon
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

export async function walkAvis(pool: pg.Pool, walk: Walk): Promise<WalkResult> {
  const total = walk.after === undefined ? await count(pool, walk) : null;
  const { rows } = await pool.query<Row>(walkQuery(walk));
  const found = rows.filter((row): row is Row & { liste: string } => row.liste !== null);
  const page = found.slice(0, walk.per_page);
  return {
    items: page.map((row) => row.liste),
    next: found.length > walk.per_page ? (page.at(-1)?.version ?? null) : null,
    total,
    synchronise_jusqu_a: rows[0]?.horizon ?? '',
  };
}

async function count(pool: pg.Pool, walk: Walk): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(walkTotalQuery(walk));
  return rows[0]?.total ?? 0;
}

function conditionsOf({ filters, statut, updated_since, visible }: Walk): Conditions {
  const conditions = new Conditions();
  if (updated_since === undefined) {
    addStatut(conditions, statut ?? 'ouvert').add('a.source = any(?::text[])', filters.source);
  } else {
    // A cut source's notices are told once retired; until then they are neither served nor retired.
    const served = conditions.value(filters.source);
    conditions.add('a.version >= ?::timestamptz', updated_since);
    conditions.add(`(a.source = any(${served}::text[]) or a.statut = 'retire' and a.source = any(?::text[]))`, visible);
  }
  return addFilters(conditions, filters);
}
