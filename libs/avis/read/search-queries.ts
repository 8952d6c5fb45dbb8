import type pg from 'pg';
import type { TriAvis } from '#contract/vocabulary';
import { expectedQuery } from '#platform/database/expected-hits';
import type { Place } from './place.js';
import { beginning, foundIn, orderedIn } from './search-places.js';
import { walkedMax } from './search-ways.js';
import type { Search } from './searched.js';

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
  return listQuery(search, foundIn(search), `limit ${most + 1}`, `\n  where (select n.hits from n) <= ${most}`);
}

/** The first `most` hits in the order, by its index: how many these are, and the page. */
export function orderedQuery(search: Search, most: number): pg.QueryConfig {
  return listQuery(search, orderedIn(search), firstOf(search, most), '');
}

/**
 * What common words ask instead: the first hits in the order among the notices where it begins. Fewer than `most` say nothing
 * of those behind.
 */
export function walkedQuery(search: Search, most: number): pg.QueryConfig {
  return listQuery(search, beginningOf(search), firstOf(search, most), '');
}

/** How many hits the database expects there: its plan. */
export function expectedThereQuery(search: Search): pg.QueryConfig {
  const { table, conditions } = beginningOf(search);
  return expectedQuery(table, conditions);
}

function beginningOf(search: Search): Place {
  return beginning(search, ORDER[search.tri]('a'), walkedMax(search));
}

function firstOf({ tri }: Search, most: number): string {
  return `order by ${ORDER[tri]('a')}\n  limit ${most}`;
}

/** How many hits the database expects that their index finds, and gathers for it: its plan. */
export function expectedFoundQuery(search: Search): pg.QueryConfig {
  const { table, conditions } = foundIn(search);
  return expectedQuery(table, conditions);
}

/** One row: the hits found and the page among them, if `when` holds; its texts joined as in a walk (walk.ts). */
function listQuery(search: Search, { table, conditions }: Place, found: string, when: string): pg.QueryConfig {
  const [key, order] = [KEY[search.tri], ORDER[search.tri]];
  return {
    text: `with hit as materialized (
  select ${key} from ${table}
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
