import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { soleDepartement, type AvisFilters } from './conditions.js';

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

/** Whether days are asked in the other order than theirs. */
export function isElsewhere({ tri, filters }: Search): boolean {
  const { date_limite_min, date_limite_max, publie_depuis } = filters;
  return tri === 'date_limite'
    ? publie_depuis !== undefined
    : date_limite_min !== undefined && date_limite_max !== undefined;
}
