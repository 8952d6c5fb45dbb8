import type pg from 'pg';
import type { TriAvis } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import { expectedQuery } from '#platform/database/expected-hits';
import { addListFilters, addSources, addStatut, addWords } from './conditions.js';
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
  const { filters, statut } = search;
  const conditions = asksWords(search)
    ? addReperes(conditionsOf({ ...search, filters: besideReperes(filters, statut) }), filters, statut, thisYear())
    : conditionsOf(search);
  return listQuery(search, conditions, `limit ${most + 1}`, `\n  where (select n.hits from n) <= ${most}`);
}

function thisYear(): number {
  return new Date().getUTCFullYear();
}

/** The first `most` hits in the order, by its index: how many these are, and the page. */
export function orderedQuery(search: Search, most: number): pg.QueryConfig {
  const code = orderingDepartement(search);
  const conditions = orderedConditions(search);
  if (code !== undefined) conditions.add('a.departement = ?', code);
  return listQuery(search, conditions, `order by ${ORDER[search.tri]('a')}\n  limit ${most}`, '', tableOf(code));
}

/** What has the order. @param code of the department that gives it, if one does. */
function tableOf(code: string | undefined): string {
  return code === undefined ? 'read.avis a' : 'read.avis_departement a';
}

/** But for the department that gives the order. */
function orderedConditions(search: Search): Conditions {
  if (orderingDepartement(search) === undefined) return conditionsOf(search);
  return conditionsOf({ ...search, filters: { ...search.filters, departement: undefined } });
}

/** The first notices of the order, as a table. @param conditions of the statement. */
function beginning(search: Search, conditions: Conditions): string {
  const { statut, tri } = search;
  const code = orderingDepartement(search);
  const kept = addStatut(new Conditions(), statut);
  if (code !== undefined) kept.add(`a.departement = ${conditions.value(code)}`);
  return `(
    select * from ${tableOf(code)}
    where ${kept.sql}
    order by ${ORDER[tri]('a')}
    limit ${walkedMax(search)}
  ) a`;
}

/**
 * What common words ask instead: the first hits in the order among the notices where it begins. Fewer than `most` say nothing
 * of those behind.
 */
export function walkedQuery(search: Search, most: number): pg.QueryConfig {
  const order = `order by ${ORDER[search.tri]('a')}\n  limit ${most}`;
  const conditions = orderedConditions(search);
  return listQuery(search, conditions, order, '', beginning(search, conditions));
}

/** How many hits the database expects there: its plan. */
export function expectedThereQuery(search: Search): pg.QueryConfig {
  const conditions = orderedConditions(search);
  return expectedQuery(beginning(search, conditions), conditions);
}

/** One row: the hits found and the page among them, if `when` holds; its texts joined as in a walk (walk.ts). */
function listQuery(
  search: Search,
  conditions: Conditions,
  found: string,
  when: string,
  from = 'read.avis a',
): pg.QueryConfig {
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
