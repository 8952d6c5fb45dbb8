import type { FiltreStatut } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import {
  addListFilters,
  addSources,
  addStatut,
  besideDepartement,
  soleDepartement,
  type AvisFilters,
} from './conditions.js';
import { inAvis, inDepartement, type Place } from './place.js';

/** A page of cursor mode. */
export interface Walk {
  /** `source`: those asked for, cut ones included. */
  filters: AvisFilters;
  /** Whether those sources were asked for: they may have published little of all. */
  sourcesAsked?: boolean | undefined;
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

/** Whether something besides the sources and the statut leaves notices out. */
export function hasFilter({ source: _, ...filters }: AvisFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/**
 * Of a cut source, in the snapshot of the rows: what a page leaves out must be what it retires or restores later under a
 * newer version, which an older memory of the cut would not tell.
 *
 * @param table alias of what has the `source`.
 */
export function served(table: string): string {
  return `${table}.source <> all (array(select c.code from read.source c where c.coupee))`;
}

/** The department whose open notices `read.avis_departement` has by version: the walk's pages come from there. */
export function walkedDepartement({ filters, statut = 'ouvert', updated_since }: Walk): string | undefined {
  return statut === 'ouvert' && updated_since === undefined ? soleDepartement(filters) : undefined;
}

/** Whether a filter besides the department has an index that finds what is rare. Kinds and completeness never are. */
export function findsBesideDepartement({ filters, sourcesAsked }: Walk): boolean {
  const { departement: _, type_marche: __, completude_min: ___, ...finding } = filters;
  return sourcesAsked === true || hasFilter(finding);
}

/** What the walk goes through, whatever the page. @param code of the department in whose part it is found, if any. */
export function walkedIn(code: string | undefined, walk: Walk): Place {
  if (code === undefined) return inAvis(conditionsOf(walk));
  return inDepartement(code, conditionsOf({ ...walk, filters: besideDepartement(walk.filters) }));
}

/** The same in `read.avis`. */
export function conditionsOf({ filters, statut, updated_since }: Walk): Conditions {
  const conditions = addSources(new Conditions(), filters.source);
  addWalked(conditions, updated_since === undefined ? (statut ?? 'ouvert') : undefined, filters);
  if (updated_since !== undefined) conditions.add('a.version >= ?::timestamptz', updated_since);
  return addListFilters(conditions, filters);
}

/** @param statut of a first copy; undefined: a synchronisation. @param filters what is compared besides, if anything. */
export function addWalked(conditions: Conditions, statut: FiltreStatut | undefined, filters?: AvisFilters): Conditions {
  if (statut !== undefined) return addStatut(conditions, statut, filters).add(served('a'));
  // A cut source's notices are told once retired; until then they are neither served nor retired.
  return conditions.add(`(a.statut = 'retire' or ${served('a')})`);
}
