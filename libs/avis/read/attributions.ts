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

/** How many award notices these filters keep, exactly. Without filters that is known, and not counted. */
export function attributionsTotalQuery(page: Pick<AttributionsPage, 'sources' | 'filters'>): pg.QueryConfig {
  if (Object.values(page.filters).every((value) => value === undefined)) {
    const text = `select coalesce(sum(c.nombre), 0)::int as total from read.nombre_attributions c\nwhere c.source = any($1::text[])`;
    return { text, values: [page.sources] };
  }
  const { cpv, ...others } = page.filters;
  const categories = cpv === undefined || isFound(others) ? undefined : categoriesOf(cpv);
  const conditions = conditionsOf(categories === undefined ? page : { ...page, filters: others });
  if (categories !== undefined)
    conditions.add(
      `left(a.cpv, 5) between ${conditions.value(categories.first)} and ${conditions.value(categories.last)}`,
    );
  return {
    text: `select count(*)::int as total from read.attribution a\nwhere ${conditions.sql}`,
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

function conditionsOf({ sources, filters }: Pick<AttributionsPage, 'sources' | 'filters'>): Conditions {
  const { acheteur_siret, departement, cpv, date_min, date_max } = filters;
  const conditions = new Conditions().add('a.source = any(?::text[])', sources);
  if (acheteur_siret !== undefined) conditions.add('a.acheteur_siret = ?', acheteur_siret);
  if (departement !== undefined) conditions.add('a.departement = ?', departement);
  if (cpv !== undefined) addCpv(conditions, cpv, isFound(filters));
  if (date_min !== undefined) conditions.add('a.date_publication >= ?::date', date_min);
  // An unknown day is in no period.
  else if (date_max !== undefined) conditions.add("a.date_publication > '-infinity'");
  if (date_max !== undefined) conditions.add('a.date_publication <= ?::date', date_max);
  return conditions;
}

/** Whether a buyer or a department gives the index. */
function isFound({ acheteur_siret, departement }: AttributionsFilters): boolean {
  return acheteur_siret !== undefined || departement !== undefined;
}

/**
 * Bounds of the five digits under a prefix of three or four, which has no index of its own: counting passed over all of its
 * division (90 ms of a million). In the order of dates, of which no index begins so, they would have to be sorted.
 */
function categoriesOf(cpv: string): { first: string; last: string } | undefined {
  return cpv.length === 3 || cpv.length === 4 ? { first: cpv, last: cpv.padEnd(5, '9') } : undefined;
}

/** Lengths of CPV prefixes that have an index (migration `attributions`), the longest first. */
const CPV_INDEXED = [5, 2] as const;

/**
 * @param found whether a buyer or a department gives the index already. The planner takes the filters for independent and
 * may prefer the CPV codes: twenty times as many entries to pass over for a big buyer.
 */
function addCpv(conditions: Conditions, cpv: string, found: boolean): void {
  const length = found ? undefined : CPV_INDEXED.find((one) => one <= cpv.length);
  if (length !== undefined) conditions.add(`left(a.cpv, ${length}) = ?`, cpv.slice(0, length));
  if (length !== cpv.length) conditions.add('a.cpv ^@ ?', cpv);
}
