import type pg from 'pg';
import type { Taille } from '#contract/contrats';
import { DEPTH_MAX } from '#contract/limits';
import type { TriPrestataires } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { expectedQuery } from '#platform/database/expected-hits';
import { hitsQuery } from '#platform/database/hits-query';
import { nameStart } from './name-start.js';

/** A search of contractors, every default filled in. */
export interface PrestatairesSearch {
  q: string | undefined;
  /** Where the contractor has most contracts. */
  departement: string | undefined;
  /** Division, 2 digits. */
  cpv: string | undefined;
  taille: Taille | undefined;
  /** `pertinence` only with `q`. */
  tri: TriPrestataires;
  page: number;
  per_page: number;
}

/** A slice of the hits of a search in their order; or of a part of them, by how their names go with the words. */
export interface PrestatairesSlice extends PrestatairesSearch {
  /** `starting`: names that start with the words. `other`: those that only hold them. Absent: both. */
  names?: 'starting' | 'other';
  /** Absent: the page. */
  slice?: { offset: number; limit: number };
}

/** Up to this many hits are sorted; beyond, hits are so many that walking the order's index soon fills the page. */
const SORTED_HITS_MAX = 5 * DEPTH_MAX;

/** How many hits are sorted at most: none of what an index has in order, all or those of one filter by number of contracts. */
export function sortedHitsMax({ q, departement, cpv, taille, tri }: PrestatairesSlice): number {
  const filters = [departement, cpv, taille].filter((value) => value !== undefined).length;
  const isInOrder = q === undefined && (filters === 0 || (filters === 1 && tri === 'contrats'));
  return isInOrder ? 0 : SORTED_HITS_MAX;
}

/** Each order, over the columns of the table `t`. */
const ORDER: Record<TriPrestataires, (t: string) => string> = {
  contrats: (t) => `${t}.nombre_contrats desc, ${t}.siren`,
  montant: (t) => `${t}.montant_median desc nulls last, ${t}.siren`,
  pertinence: (t) => `${t}.starts desc, ${t}.nombre_contrats desc, ${t}.siren`,
};

/** How many contractors a search finds, up to one more than are told and sorted. */
export function prestatairesCountQuery(search: PrestatairesSlice): pg.QueryConfig {
  return hitsQuery('read.prestataire p', conditionsOf(search), Math.max(DEPTH_MAX, sortedHitsMax(search)));
}

/** Contractors that are looked at where the order begins, for words that many names hold: 15 to 30 ms. */
export const WALKED_MAX = 15_000;

/** What common words ask instead: whether more than a total tells are found among the contractors where the order begins. */
export function prestatairesWalkedQuery(search: PrestatairesSlice): pg.QueryConfig {
  return hitsQuery(beginning(search), conditionsOf(search), DEPTH_MAX);
}

/** How many the database expects there: its plan. */
export function prestatairesExpectedQuery(search: PrestatairesSlice): pg.QueryConfig {
  return expectedQuery(beginning(search), conditionsOf(search));
}

function beginning({ tri }: PrestatairesSlice): string {
  return `(
    select * from read.prestataire p order by ${ORDER[tri === 'montant' ? 'montant' : 'contrats']('p')} limit ${WALKED_MAX}
  ) p`;
}

/** The page of a search that finds little: its hits first, then their order. */
export function prestatairesByHitsQuery(search: PrestatairesSlice): pg.QueryConfig {
  const conditions = conditionsOf(search);
  const order = ORDER[search.tri];
  const starts = search.tri === 'pertinence' ? `, ${startsWith(conditions, search.q)} as starts` : '';
  return {
    text: `with hit as materialized (
  select p.siren, p.nombre_contrats, p.montant_median${starts} from read.prestataire p
  where ${conditions.sql}
), k as (
  select h.* from hit h
  order by ${order('h')}
  ${limitOf(search, conditions)}
)
select r.item from k join read.prestataire r using (siren)
order by ${order('k')}`,
    values: conditions.values,
  };
}

/** The page, when the order's index can give it: rows are fetched only for the page itself. */
export function prestatairesByOrderQuery(search: PrestatairesSlice): pg.QueryConfig {
  const conditions = conditionsOf(search);
  const order = ORDER[search.tri];
  // Nothing but the index's own columns: it answers alone.
  const column = search.tri === 'montant' ? 'montant_median' : 'nombre_contrats';
  return {
    text: `select r.item from (
  select p.siren, p.${column} from read.prestataire p
  where ${conditions.sql}
  order by ${order('p')}
  ${limitOf(search, conditions)}
) k join read.prestataire r using (siren)
order by ${order('k')}`,
    values: conditions.values,
  };
}

function conditionsOf({ q, departement, cpv, taille, names }: PrestatairesSlice): Conditions {
  const conditions = new Conditions();
  if (departement !== undefined) conditions.add('p.departement = ?', departement);
  if (cpv !== undefined) conditions.add('p.division_cpv = ?', cpv);
  if (taille !== undefined) conditions.add('p.taille = ?', taille);
  if (q !== undefined) {
    const starts = startsWith(conditions, q);
    const words = () => `p.recherche @@ plainto_tsquery('read.francais', ${conditions.value(q)})`;
    if (names === 'starting') conditions.add(starts);
    else conditions.add(names === 'other' ? `${words()} and not ${starts}` : `(${words()} or ${starts})`);
  }
  return conditions.sql === '' ? conditions.add('true') : conditions;
}

/** Nothing but accents starts no name, where an empty text would start all of them. */
function startsWith(conditions: Conditions, q = ''): string {
  const start = nameStart(q);
  return start === '' ? 'false' : `p.nom_tri ^@ ${conditions.value(start)}`;
}

function limitOf(search: PrestatairesSlice, conditions: Conditions): string {
  const { offset, limit } = search.slice ?? { offset: offsetOf(search), limit: search.per_page };
  return `limit ${conditions.value(limit)} offset ${conditions.value(offset)}`;
}

/** Hits before the page. */
export function offsetOf({ page, per_page }: PrestatairesSearch): number {
  return (page - 1) * per_page;
}
