import type { Conditions } from '#platform/database/conditions';

/** A table, its alias `a`, and what a query keeps of it. */
export interface Place {
  table: string;
  conditions: Conditions;
}

export const AVIS = 'read.avis a';
/** Served notices once for each of their departments, with every column that filters compare but `departements`. */
export const AVIS_DEPARTEMENT = 'read.avis_departement a';

/** Among the notices. */
export function inAvis(conditions: Conditions): Place {
  return { table: AVIS, conditions };
}

/** Among those of a department. @param conditions of everything but departments. */
export function inDepartement(code: string, conditions: Conditions): Place {
  return { table: AVIS_DEPARTEMENT, conditions: conditions.add('a.departement = ?', code) };
}
