import type pg from 'pg';
import type { Taille } from '#contract/contrats';
import { DEPTH_MAX } from '#contract/limits';
import type { TriPrestataires } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { hitsQuery } from '#platform/database/hits-query';
import type { Statements } from '#platform/database/within-delay';
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

export interface PrestatairesResult {
  /** Texts, served as they are. */
  items: string[];
  /** At most DEPTH_MAX. */
  total: number;
  total_exact: boolean;
}

/** Up to this many hits are sorted; beyond, hits are so many that walking the order's index soon fills the page. */
export const SORTED_HITS_MAX = 5 * DEPTH_MAX;

/** Each order, over the columns of the table `t`. */
const ORDER: Record<TriPrestataires, (t: string) => string> = {
  contrats: (t) => `${t}.nombre_contrats desc, ${t}.siren`,
  montant: (t) => `${t}.montant_median desc nulls last, ${t}.siren`,
  pertinence: (t) => `${t}.starts desc, ${t}.nombre_contrats desc, ${t}.siren`,
};

/** How many contractors a search finds, up to one more than are sorted. */
export function prestatairesCountQuery(search: PrestatairesSlice): pg.QueryConfig {
  return hitsQuery('read.prestataire p', conditionsOf(search), SORTED_HITS_MAX);
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

/** Runs a search: the count first, since it also chooses the plan. */
export async function searchPrestataires(db: Statements, search: PrestatairesSearch): Promise<PrestatairesResult> {
  const hits = await count(db, search);
  return {
    items: offsetOf(search) >= hits ? [] : await itemsOf(db, search, hits),
    total: Math.min(hits, DEPTH_MAX),
    total_exact: hits <= DEPTH_MAX,
  };
}

async function count(db: Statements, search: PrestatairesSlice): Promise<number> {
  const { rows } = await db.query<{ hits: number }>(prestatairesCountQuery(search));
  return rows[0]?.hits ?? 0;
}

/** @param hits as counted. */
async function itemsOf(db: Statements, search: PrestatairesSlice, hits: number): Promise<string[]> {
  if (hits > SORTED_HITS_MAX && search.tri === 'pertinence') return relevantItems(db, search);
  const page = hits <= SORTED_HITS_MAX ? prestatairesByHitsQuery(search) : prestatairesByOrderQuery(search);
  return (await db.query<{ item: string }>(page)).rows.map((row) => row.item);
}

/**
 * By relevance among many hits, none sorted: the names that start with the words, then the others, each by number of
 * contracts. Where few start with them, the others are so many that the order's index soon fills the page.
 */
async function relevantItems(db: Statements, search: PrestatairesSearch): Promise<string[]> {
  const [offset, limit] = [offsetOf(search), search.per_page];
  const starting: PrestatairesSlice = { ...search, tri: 'contrats', names: 'starting', slice: { offset, limit } };
  const starts = await count(db, starting);
  const first = offset < starts ? await itemsOf(db, starting, starts) : [];
  const left = limit - first.length;
  if (left === 0) return first;
  const slice = { offset: Math.max(0, offset - starts), limit: left };
  const other = prestatairesByOrderQuery({ ...search, tri: 'contrats', names: 'other', slice });
  return [...first, ...(await db.query<{ item: string }>(other)).rows.map((row) => row.item)];
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

function offsetOf({ page, per_page }: PrestatairesSearch): number {
  return (page - 1) * per_page;
}
