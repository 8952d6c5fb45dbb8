import type pg from 'pg';
import type { TriAvis } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { expectedQuery } from '#platform/database/expected-hits';
import {
  addListFilters,
  addSources,
  addStatut,
  addWords,
  divisionOf,
  isValued,
  soleDepartement,
} from './conditions.js';
import { addReperes, besideReperes } from './reperes.js';
import { walkedMax } from './search-ways.js';
import { asksWords, orderingDepartement, type Search } from './searched.js';

/** The order of a table of notices or of their keys. */
const ORDER: Record<TriAvis, (t: string) => string> = {
  date_limite: (t) => `${t}.date_limite, ${t}.id`,
  publication: (t) => `${t}.date_publication desc nulls last, ${t}.id desc`,
};

/** What that order compares. */
const KEY: Record<TriAvis, string> = { date_limite: 'a.date_limite, a.id', publication: 'a.date_publication, a.id' };

/**
 * How many notices a search finds, up to one more than `most`, and the page if they are no more: what must be looked at to
 * find them, 40,000 notices for some words, is looked at once.
 */
export function foundQuery(search: Search, most: number): pg.QueryConfig {
  const { table, conditions } = foundIn(search);
  return listQuery(search, conditions, `limit ${most + 1}`, `\n  where (select n.hits from n) <= ${most}`, table);
}

/** Where, and by which conditions. */
interface Place {
  table: string;
  conditions: Conditions;
}

function foundIn(search: Search): Place {
  const { filters, q, statut } = search;
  const code = q === undefined && !isValued(filters) ? soleDepartement(filters) : undefined;
  if (code !== undefined) return inDepartement(code, search);
  if (!asksWords(search)) return inAll(search);
  const beside = conditionsOf({ ...search, filters: besideReperes(filters, statut) });
  return { table: AVIS, conditions: addReperes(beside, filters, statut, thisYear()) };
}

const AVIS = 'read.avis a';
const AVIS_DEPARTEMENT = 'read.avis_departement a';

function inAll(search: Search): Place {
  return { table: AVIS, conditions: conditionsOf(search) };
}

function inDepartement(code: string, search: Search): Place {
  return { table: AVIS_DEPARTEMENT, conditions: withoutDepartement(search).add('a.departement = ?', code) };
}

function withoutDepartement(search: Search): Conditions {
  return conditionsOf({ ...search, filters: { ...search.filters, departement: undefined } });
}

function thisYear(): number {
  return new Date().getUTCFullYear();
}

/** The first `most` hits in the order, by its index: how many these are, and the page. */
export function orderedQuery(search: Search, most: number): pg.QueryConfig {
  const { table, conditions } = orderedIn(search);
  return listQuery(search, conditions, `order by ${ORDER[search.tri]('a')}\n  limit ${most}`, '', table);
}

function orderedIn(search: Search): Place {
  const code = orderingDepartement(search);
  if (code !== undefined) return inDepartement(code, search);
  const place = inAll(search);
  const division = divisionOf(search.filters);
  if (division !== undefined) place.conditions.add('left(a.cpv, 2) = ?', division);
  return place;
}

/** The first notices of the order, or of its department, and what is kept of them. */
function beginning(search: Search): Place {
  const { statut, tri } = search;
  const code = orderingDepartement(search);
  const conditions = code === undefined ? conditionsOf(search) : withoutDepartement(search);
  const kept = addStatut(new Conditions(), statut);
  if (code !== undefined) kept.add(`a.departement = ${conditions.value(code)}`);
  const table = `(
    select * from ${code === undefined ? AVIS : AVIS_DEPARTEMENT}
    where ${kept.sql}
    order by ${ORDER[tri]('a')}
    limit ${walkedMax(search)}
  ) a`;
  return { table, conditions };
}

/**
 * What common words ask instead: the first hits in the order among the notices where it begins. Fewer than `most` say nothing
 * of those behind.
 */
export function walkedQuery(search: Search, most: number): pg.QueryConfig {
  const order = `order by ${ORDER[search.tri]('a')}\n  limit ${most}`;
  const { table, conditions } = beginning(search);
  return listQuery(search, conditions, order, '', table);
}

/** How many hits the database expects there: its plan. */
export function expectedThereQuery(search: Search): pg.QueryConfig {
  const { table, conditions } = beginning(search);
  return expectedQuery(table, conditions);
}

/** How many hits the database expects that their index finds, and gathers for it: its plan. */
export function expectedFoundQuery(search: Search): pg.QueryConfig {
  const { table, conditions } = foundIn(search);
  return expectedQuery(table, conditions);
}

/** One row: the hits found and the page among them, if `when` holds; its texts joined as in a walk (walk.ts). */
function listQuery(search: Search, conditions: Conditions, found: string, when: string, from: string): pg.QueryConfig {
  const [key, order] = [KEY[search.tri], ORDER[search.tri]];
  return {
    text: `with hit as materialized (
  select ${key} from ${from}
  where ${conditions.sql}
  ${found}
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select ${key} from hit a${when}
  order by ${order('a')}
  limit ${conditions.value(search.per_page)} offset ${conditions.value(before(search))}
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by ${order('k')}) as items
  from k join read.avis a using (id)
) p`,
    values: conditions.values,
  };
}

/** Hits before the page. */
function before({ page, per_page }: Search): number {
  return (page - 1) * per_page;
}

function conditionsOf(search: Search): Conditions {
  const { filters, q, statut } = search;
  const conditions = addSources(addStatut(new Conditions(), statut, filters), filters.source, asksWords(search));
  addListFilters(conditions, filters);
  return q === undefined ? conditions : addWords(conditions, q);
}
