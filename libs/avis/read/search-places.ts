import { Conditions } from '#platform/database/conditions';
import {
  addListFilters,
  addSources,
  addStatut,
  addWords,
  besideDepartement,
  divisionOf,
  isValued,
  soleDepartement,
} from './conditions.js';
import { AVIS, AVIS_DEPARTEMENT, inAvis, inDepartement, type Place } from './place.js';
import { addReperes, besideReperes } from './reperes.js';
import { asksWords, orderingDepartement, type Search } from './searched.js';

/** Where a search finds its hits by an index of theirs, in no order. */
export function foundIn(search: Search): Place {
  const { filters, q, statut } = search;
  const code = q === undefined && !isValued(filters) ? soleDepartement(filters) : undefined;
  if (code !== undefined) return inDepartement(code, withoutDepartement(search));
  if (!asksWords(search)) return inAvis(conditionsOf(search));
  const beside = conditionsOf({ ...search, filters: besideReperes(filters, statut) });
  return inAvis(addReperes(beside, filters, statut, thisYear()));
}

function thisYear(): number {
  return new Date().getUTCFullYear();
}

/** Where it finds them in its order: in that of a department or of a division, if one is asked. */
export function orderedIn(search: Search): Place {
  const code = orderingDepartement(search);
  if (code !== undefined) return inDepartement(code, withoutDepartement(search));
  const { filters } = search;
  const division = divisionOf(filters);
  if (division === undefined) return inAvis(conditionsOf(search));
  const cpv = filters.cpv === division ? undefined : filters.cpv;
  return inAvis(conditionsOf({ ...search, filters: { ...filters, cpv } }).add('left(a.cpv, 2) = ?', division));
}

/**
 * The first notices of the order, or of that of its department, as a table.
 * @param order of its rows. @param most how many.
 */
export function beginning(search: Search, order: string, most: number): Place {
  const code = orderingDepartement(search);
  const kept = addStatut(new Conditions(), search.statut);
  const conditions = code === undefined ? conditionsOf(search) : withoutDepartement(search);
  if (code !== undefined) kept.add(`a.departement = ${conditions.value(code)}`);
  return {
    table: `(
    select * from ${code === undefined ? AVIS : AVIS_DEPARTEMENT}
    where ${kept.sql}
    order by ${order}
    limit ${most}
  ) a`,
    conditions,
  };
}

function withoutDepartement(search: Search): Conditions {
  return conditionsOf({ ...search, filters: besideDepartement(search.filters) });
}

function conditionsOf(search: Search): Conditions {
  const { filters, q, statut } = search;
  const conditions = addSources(addStatut(new Conditions(), statut, filters), filters.source, asksWords(search));
  addListFilters(conditions, filters);
  return q === undefined ? conditions : addWords(conditions, q);
}
