import type pg from 'pg';
import { Conditions } from '#platform/database/conditions';
import type { Statements } from '#platform/database/within-delay';

/** What a query keeps of read.attribution, in the contract's names. Absent means no filter. */
export interface AttributionsFilters {
  acheteur_siret?: string | undefined;
  departement?: string | undefined;
  cpv?: string | undefined;
  date_min?: string | undefined;
  date_max?: string | undefined;
}

/** A page of award notices, newest publication first. */
export interface AttributionsPage {
  /** Sources that the key may see and that are served. */
  sources: readonly string[];
  filters: AttributionsFilters;
  /** Where the page before ended. */
  after: AttributionPosition | undefined;
  limite: number;
}

/** Place of an award notice in the order newest first. */
export interface AttributionPosition {
  /** `YYYY-MM-DD`, or `-infinity` when it is unknown. */
  jour: string;
  id: string;
}

export interface AttributionsResult {
  /** Texts, served as they are. */
  items: string[];
  /** Place of the last item when others follow. */
  next: AttributionPosition | null;
  /** Exact; null after the first page. */
  total: number | null;
}

const ORDER = 'date_publication desc, id desc';

/** The page and one row more, to know whether others follow. An index gives the keys; items are fetched for these only. */
export function attributionsQuery(page: AttributionsPage): pg.QueryConfig {
  const conditions = conditionsOf(page);
  if (page.after !== undefined) {
    const { jour, id } = page.after;
    conditions.add(`(a.date_publication, a.id) < (${conditions.value(jour)}::date, ${conditions.value(id)}::uuid)`);
  }
  return {
    text: `select r.item, k.date_publication::text as jour, k.id from (
  select a.date_publication, a.id from read.attribution a
  where ${conditions.sql}
  order by ${ORDER}
  limit ${conditions.value(page.limite + 1)}
) k join read.attribution r using (id)
order by k.date_publication desc, k.id desc`,
    values: conditions.values,
  };
}

/** How many award notices these filters keep, exactly. Without filters, and of a department, that is known and not counted. */
export function attributionsTotalQuery(page: Pick<AttributionsPage, 'sources' | 'filters'>): pg.QueryConfig {
  const { departement, ...others } = page.filters;
  if (Object.values(others).every((value) => value === undefined)) return keptTotalQuery(page.sources, departement);
  const conditions = conditionsOf(page, true);
  return {
    text: `select count(*)::int as total from read.attribution a\nwhere ${conditions.sql}`,
    values: conditions.values,
  };
}

function keptTotalQuery(sources: readonly string[], departement: string | undefined): pg.QueryConfig {
  const conditions = new Conditions().add('c.source = any(?::text[])', sources);
  if (departement !== undefined) conditions.add('c.departement = ?', departement);
  const table = departement === undefined ? 'read.nombre_attributions' : 'read.nombre_attributions_departement';
  return {
    text: `select coalesce(sum(c.nombre), 0)::int as total from ${table} c\nwhere ${conditions.sql}`,
    values: conditions.values,
  };
}

interface Row {
  item: string;
  jour: string;
  id: string;
}

export async function listAttributions(db: Statements, page: AttributionsPage): Promise<AttributionsResult> {
  const total = page.after === undefined ? await count(db, page) : null;
  const { rows } = await db.query<Row>(attributionsQuery(page));
  const shown = rows.slice(0, page.limite);
  const last = shown.at(-1);
  const next = rows.length > page.limite && last !== undefined ? { jour: last.jour, id: last.id } : null;
  return { items: shown.map((row) => row.item), next, total };
}

async function count(db: Statements, page: AttributionsPage): Promise<number> {
  const { rows } = await db.query<{ total: number }>(attributionsTotalQuery(page));
  return rows[0]?.total ?? 0;
}

/** @param counted whether the rows are only counted, in no order. */
function conditionsOf(
  { sources, filters }: Pick<AttributionsPage, 'sources' | 'filters'>,
  counted = false,
): Conditions {
  const { acheteur_siret, departement, cpv, date_min, date_max } = filters;
  const conditions = new Conditions().add('a.source = any(?::text[])', sources);
  if (acheteur_siret !== undefined) conditions.add('a.acheteur_siret = ?', acheteur_siret);
  if (departement !== undefined) conditions.add('a.departement = ?', departement);
  const found = acheteur_siret !== undefined || departement !== undefined;
  if (cpv !== undefined) {
    if (counted && !found && isBetweenIndexed(cpv)) addCategories(conditions, cpv);
    else addCpv(conditions, cpv, found);
  }
  if (date_min !== undefined) conditions.add('a.date_publication >= ?::date', date_min);
  // An unknown day is in no period.
  else if (date_max !== undefined) conditions.add("a.date_publication > '-infinity'");
  if (date_max !== undefined) conditions.add('a.date_publication <= ?::date', date_max);
  return conditions;
}

/** Lengths of CPV prefixes that have an index (migration `attributions`), the longest first. */
const CPV_INDEXED = [5, 2] as const;

function isBetweenIndexed(cpv: string): boolean {
  return cpv.length > CPV_INDEXED[1] && cpv.length < CPV_INDEXED[0];
}

/**
 * A group or a class by the range of its categories: counting it passed over all of its division (90 ms of a million). In
 * the order of dates, which a range of that index does not give, its rows would have to be sorted.
 */
function addCategories(conditions: Conditions, cpv: string): void {
  const [category] = CPV_INDEXED;
  const [first, last] = [conditions.value(cpv), conditions.value(cpv.padEnd(category, '9'))];
  conditions.add(`left(a.cpv, ${category}) between ${first} and ${last}`);
}

/**
 * @param found whether a buyer or a department gives the index already. The planner takes the filters for independent and
 * may prefer the CPV codes: twenty times as many entries to pass over for a big buyer.
 */
function addCpv(conditions: Conditions, cpv: string, found: boolean): void {
  const length = found ? undefined : CPV_INDEXED.find((one) => one <= cpv.length);
  if (length !== undefined) conditions.add(`left(a.cpv, ${length}) = ?`, cpv.slice(0, length));
  if (length !== cpv.length) conditions.add('a.cpv ^@ ?', cpv);
}
