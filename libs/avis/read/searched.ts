import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { DIVISION, FEW_SOURCES, isValued, soleDepartement, type AvisFilters } from './conditions.js';

/** A search of page mode, every default filled in. */
export interface Search {
  filters: AvisFilters;
  q: string | undefined;
  statut: FiltreStatut;
  tri: TriAvis;
  page: number;
  per_page: number;
}

/** Hits down to the last of the page. */
export function depthOf({ page, per_page }: Search): number {
  return page * per_page;
}

/** Whether the indexes of words find it: they hold the departments besides. */
export function asksWords({ q, filters }: Search): boolean {
  return q !== undefined || filters.departement !== undefined;
}

/**
 * The department that gives the search its order by itself: `read.avis_departement` has the notices of each by publication,
 * the open ones by deadline besides.
 */
export function orderingDepartement({ filters, q, statut, tri }: Search): string | undefined {
  return q === undefined && (tri === 'publication' || statut === 'ouvert') ? soleDepartement(filters) : undefined;
}

/** Whether of all that may be rare a department, a CPV division or a source is asked alone, and an index has its order. */
export function isOrderedPart(search: Search): boolean {
  const { filters, q } = search;
  const { source, departement } = filters;
  const rare = [q !== undefined, departement !== undefined, isValued(filters), source.length <= FEW_SOURCES];
  return rare.filter(Boolean).length === 1 && hasOrder(search) && !isElsewhere(search);
}

function hasOrder({ filters, statut, tri }: Search): boolean {
  const { source, cpv, budget_min, budget_max } = filters;
  const isDivision = cpv?.length === DIVISION && budget_min === undefined && budget_max === undefined;
  const isPart = isDivision || soleDepartement(filters) !== undefined || source.length === 1;
  return isPart && (statut === 'ouvert') === (tri === 'date_limite');
}

/** Whether days are asked in the other order than theirs. */
export function isElsewhere({ tri, filters }: Search): boolean {
  const { date_limite_min, date_limite_max, publie_depuis } = filters;
  return tri === 'date_limite'
    ? publie_depuis !== undefined
    : date_limite_min !== undefined && date_limite_max !== undefined;
}
