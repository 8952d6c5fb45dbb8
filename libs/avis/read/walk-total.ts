import type pg from 'pg';
import type { FiltreStatut } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import type { Statements } from '#platform/database/within-delay';
import { besideDepartement, ECHU, soleDepartement } from './conditions.js';
import { findsBesideDepartement, hasFilter, served, walkedDepartement, walkedIn, type Walk } from './walked.js';

/** @returns how many notices the walk would serve, without margin. */
export async function totalOf(db: Statements, walk: Walk): Promise<number> {
  const { rows } = await db.query<{ total: number }>(walkTotalQuery(walk));
  return rows[0]?.total ?? 0;
}

/**
 * Exact. A copy without filters, or of a department's open notices, is known by the counts of the sources; anything else is
 * counted, by the page's predicate.
 */
export function walkTotalQuery(walk: Walk): pg.QueryConfig {
  const { filters, updated_since } = walk;
  const isCopy = updated_since === undefined;
  const code = walkedDepartement(walk);
  const beside = code === undefined ? filters : besideDepartement(filters);
  if (isCopy && !hasFilter(beside)) return keptTotalQuery(walk, code);
  const counted = isCopy && !findsBesideDepartement(walk) ? soleDepartement(filters) : undefined;
  const { table, conditions } = walkedIn(counted, walk);
  return { text: `select count(*)::int as total from ${table}\nwhere ${conditions.sql}`, values: conditions.values };
}

const STATUTS: Record<FiltreStatut, string> = {
  ouvert: "n.statut = 'ouvert'",
  clos: "n.statut = 'clos'",
  tous: "n.statut <> 'retire'",
};

/** @param code a department, of open notices; undefined: wherever they are. */
function keptTotalQuery({ filters, statut = 'ouvert' }: Walk, code: string | undefined): pg.QueryConfig {
  const values = new Conditions();
  const asked = `any(${values.value(filters.source)}::text[])`;
  const departement = code === undefined ? undefined : values.value(code);
  const kept = `select n.nombre from read.nombre_avis n
  where n.departement ${departement === undefined ? 'is null' : `= ${departement}`} and ${STATUTS[statut]} and n.source = ${asked} and ${served('n')}`;
  const closed = `select -1 from read.avis a
  where ${ECHU}${departement === undefined ? '' : ` and ${departement} = any(a.departements)`} and a.source = ${asked} and ${served('a')}`;
  return {
    text: `select coalesce(sum(t.nombre), 0)::int as total from (
  ${statut === 'ouvert' ? `${kept}\n  union all\n  ${closed}` : kept}
) t`,
    values: values.values,
  };
}
