import type pg from 'pg';
import type { FiltreStatut } from '#contract/vocabulary';
import type { Statements } from '#platform/database/within-delay';
import { ECHU } from './conditions.js';
import { conditionsOf, hasFilter, served, type Walk } from './walked.js';

/** @returns how many notices the walk would serve, without margin. */
export async function totalOf(db: Statements, walk: Walk): Promise<number> {
  const { rows } = await db.query<{ total: number }>(walkTotalQuery(walk));
  return rows[0]?.total ?? 0;
}

/** Exact. A copy without filters is known by the counts of the sources; anything else is counted, by the page's predicate. */
export function walkTotalQuery(walk: Walk): pg.QueryConfig {
  const { filters, statut = 'ouvert', updated_since } = walk;
  if (updated_since === undefined && !hasFilter(filters)) return keptTotalQuery(filters.source, statut);
  const conditions = conditionsOf(walk);
  return { text: `select count(*)::int as total from read.avis a\nwhere ${conditions.sql}`, values: conditions.values };
}

const STATUTS: Record<FiltreStatut, string> = {
  ouvert: "n.statut = 'ouvert'",
  clos: "n.statut = 'clos'",
  tous: "n.statut <> 'retire'",
};

function keptTotalQuery(sources: readonly string[], statut: FiltreStatut): pg.QueryConfig {
  const asked = '$1';
  const kept = `select n.nombre from read.nombre_avis n
  where n.departement is null and ${STATUTS[statut]} and n.source = any(${asked}::text[]) and ${served('n')}`;
  const closed = `select -1 from read.avis a
  where ${ECHU} and a.source = any(${asked}::text[]) and ${served('a')}`;
  return {
    text: `select coalesce(sum(t.nombre), 0)::int as total from (
  ${statut === 'ouvert' ? `${kept}\n  union all\n  ${closed}` : kept}
) t`,
    values: [sources],
  };
}
