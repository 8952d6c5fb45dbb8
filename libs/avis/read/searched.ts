import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import type { AvisFilters } from './conditions.js';

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

/** Whether days are asked in the other order than theirs. */
export function isElsewhere({ tri, filters }: Search): boolean {
  const { date_limite_min, date_limite_max, publie_depuis } = filters;
  return tri === 'date_limite'
    ? publie_depuis !== undefined
    : date_limite_min !== undefined && date_limite_max !== undefined;
}
