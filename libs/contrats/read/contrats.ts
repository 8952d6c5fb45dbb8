import type pg from 'pg';
import { Conditions } from '#platform/database/conditions';
import { hitsQuery } from '#platform/database/hits-query';
import type { Statements } from '#platform/database/within-delay';
import { holderConditions, sharedConditions, wordsConditions } from './contrats-conditions.js';
import { askedSirens, type ContratsFilters } from './contrats-filters.js';

/** A page of contracts, newest notification first. */
export interface ContratsPage {
  filters: ContratsFilters;
  /** Where the page before ended. */
  after: ContratPosition | undefined;
  limite: number;
}

/** Place of a contract in the order newest first. */
export interface ContratPosition {
  /** `YYYY-MM-DD`, or `-infinity`. */
  jour: string;
  n: number;
}

export interface ContratsResult {
  /** Texts, served as they are. */
  items: string[];
  /** Place of the last item when others follow. */
  next: ContratPosition | null;
  /** Exact; null after the first page, and without a buyer or a holder. */
  total: number | null;
}

/**
 * How contracts are found. `order`: an index of read.contrat gives the order and holds every other filter. `holder`: the
 * same with the index of one company's contracts. `words`: the hits first, then their order. `buyer`: the same, all of the
 * buyer's contracts looked at for the words.
 */
type Way = 'order' | 'holder' | 'buyer' | 'words';

/** But for `buyer`, which how many contracts it has decides. */
export function wayOf(filters: ContratsFilters): Exclude<Way, 'buyer'> {
  const companies = askedSirens(filters).length;
  if (filters.q !== undefined || companies > 1) return 'words';
  return companies === 1 ? 'holder' : 'order';
}

const CONDITIONS: Record<Way, (filters: ContratsFilters) => Conditions> = {
  order: sharedConditions,
  holder: holderConditions,
  buyer: (filters) => wordsConditions(filters, true),
  words: wordsConditions,
};

/** Whether all hits are gathered before their order is known: the page then tells how many they are. */
function gathersFirst(way: Way): boolean {
  return way === 'words' || way === 'buyer';
}

const KEYS: Record<Way, string> = {
  order: 'select c.jour, c.n from read.contrat c',
  holder: 'select c.jour, c.n from read.contrat_titulaire c',
  buyer: 'select c.jour, c.n from read.contrat c',
  words: 'select c.jour, c.n from read.contrat c',
};

/**
 * Of a buyer with no more contracts than that the words are looked for in each: beside the 240,000 contracts of a common
 * word the index of words decodes a page of entries for nearly every contract of the buyer (0.9 ms against 0.4 at two
 * million).
 */
const FEW_OF_BUYER = 200;

/** How many contracts the buyer has, up to one more than are few. */
export function ofBuyerQuery(acheteur_siret: string): pg.QueryConfig {
  const conditions = new Conditions().add('c.acheteur_siret = ?', acheteur_siret);
  return hitsQuery('read.contrat c', conditions, FEW_OF_BUYER);
}

async function chooseWay(db: Statements, filters: ContratsFilters): Promise<Way> {
  const way = wayOf(filters);
  if (way !== 'words' || filters.acheteur_siret === undefined || filters.q === undefined) return way;
  const { rows } = await db.query<{ hits: number }>(ofBuyerQuery(filters.acheteur_siret));
  return (rows[0]?.hits ?? 0) <= FEW_OF_BUYER ? 'buyer' : way;
}

/** The page and one row more, to know whether others follow. Items are fetched for these rows only. */
export function contratsQuery({ filters, after, limite }: ContratsPage, way: Way = wayOf(filters)): pg.QueryConfig {
  const conditions = CONDITIONS[way](filters);
  if (after !== undefined) {
    conditions.add(`(c.jour, c.n) < (${conditions.value(after.jour)}::date, ${conditions.value(after.n)}::int)`);
  }
  const keys = `${KEYS[way]}\n  where ${conditions.sql}`;
  const page = `order by jour desc, n desc\n  limit ${conditions.value(limite + 1)}`;
  const items = 'join read.contrat r using (n)\norder by k.jour desc, k.n desc';
  const text = gathersFirst(way)
    ? `with hit as materialized (\n  ${keys}\n), k as (\n  select jour, n from hit\n  ${page}\n)
select r.item, k.jour::text as jour, k.n, (select count(*)::int from hit) as hits from k ${items}`
    : `select r.item, k.jour::text as jour, k.n from (\n  ${keys}\n  ${page}\n) k ${items}`;
  return { text, values: conditions.values };
}

/** How many contracts these filters keep, exactly. */
export function contratsTotalQuery(filters: ContratsFilters): pg.QueryConfig {
  const way = wayOf(filters);
  const conditions = CONDITIONS[way](filters);
  return {
    text: `select count(*)::int as total from (\n  ${KEYS[way]}\n  where ${conditions.sql}\n) k`,
    values: conditions.values,
  };
}

interface Row {
  item: string;
  jour: string;
  n: number;
  /** Of `words` and `buyer`: how many there are from this page on. */
  hits?: number;
}

/** @param counted whether the total is wanted: only with a buyer or a holder. */
export async function listContrats(db: Statements, page: ContratsPage, counted: boolean): Promise<ContratsResult> {
  const total = counted && page.after === undefined;
  const way = await chooseWay(db, page.filters);
  // To count apart what is gathered anyway would gather it twice.
  const apart = total && !gathersFirst(way) ? await count(db, page.filters) : undefined;
  const { rows } = await db.query<Row>(contratsQuery(page, way));
  const shown = rows.slice(0, page.limite);
  const last = shown.at(-1);
  const next = rows.length > page.limite && last !== undefined ? { jour: last.jour, n: last.n } : null;
  return { items: shown.map((row) => row.item), next, total: total ? (apart ?? rows[0]?.hits ?? 0) : null };
}

async function count(db: Statements, filters: ContratsFilters): Promise<number> {
  const { rows } = await db.query<{ total: number }>(contratsTotalQuery(filters));
  return rows[0]?.total ?? 0;
}
