import type { FiltreStatut } from '#contract/vocabulary';
import type { Conditions } from '#platform/database/conditions';
import { LATEST_YEAR } from '#sources/values/date';
import { DIVISION, type AvisFilters } from './conditions.js';

/**
 * What the indexes of words hold of the other filters besides departments, as texts of one array: source, kind, CPV code and
 * its division, group, class and category, tens of the completeness (`c7`); of the budget in whole euros the number of digits
 * and these with the first (`b6` and `b63` from 300,000 to 399,999); the year of publication (`y2026`).
 */
const REPERES = `array[a.source, a.type_marche, left(a.cpv, 2), left(a.cpv, 3), left(a.cpv, 4), left(a.cpv, 5), a.cpv,
      'c' || a.completude / 10, 'b' || length(trunc(a.budget)::text),
      'b' || length(trunc(a.budget)::text) || left(trunc(a.budget)::text, 1), 'y' || extract(year from a.date_publication)]`;

/**
 * Adds what those indexes say of the filters: they then find the notices that have both, and the others are not looked at.
 *
 * @param thisYear in which it is asked.
 */
export function addReperes(
  conditions: Conditions,
  filters: AvisFilters,
  statut: FiltreStatut,
  thisYear: number,
): Conditions {
  const { source, type_marche, cpv, completude_min, publie_depuis } = filters;
  const exact = [source.length === 1 ? source[0] : undefined, type_marche, levelOf(cpv)];
  const given = exact.filter((one) => one !== undefined);
  if (given.length > 0) conditions.add(`${REPERES} @> ?::text[]`, given);
  if (completude_min !== undefined && completude_min >= MOSTLY_BELOW)
    conditions.add(`${REPERES} && ?::text[]`, tensFrom(completude_min));
  const since = statut === 'ouvert' || publie_depuis === undefined ? 0 : Number(publie_depuis.slice(0, 4));
  if (since > thisYear - MOSTLY_AFTER) conditions.add(`${REPERES} && ?::text[]`, yearsFrom(since));
  return addBudgets(conditions, filters, statut);
}

/** Bounds that the index of budgets should not answer stand in a form that it does not. */
function addBudgets(conditions: Conditions, filters: AvisFilters, statut: FiltreStatut): Conditions {
  const { budget_min, budget_max } = filters;
  if (budget_min === undefined && budget_max === undefined) return conditions;
  conditions.add(`${REPERES} && ?::text[]`, budgetsBetween(budget_min ?? 0, budget_max ?? BUDGET_MAX));
  if (isFoundByBudget(filters, statut)) return conditions;
  if (budget_min !== undefined) conditions.add('(a.budget >= ?::numeric) is true', budget_min);
  if (budget_max !== undefined) conditions.add('(a.budget <= ?::numeric) is true', budget_max);
  return conditions;
}

/**
 * Whether the index of budgets may help besides: for a wide range it would gather a quarter of all notices (70 ms of a
 * million), and for open notices keep the index of their words from being asked.
 */
function isFoundByBudget({ budget_min, budget_max }: AvisFilters, statut: FiltreStatut): boolean {
  return statut !== 'ouvert' && !isWide(budget_min ?? 0, budget_max ?? BUDGET_MAX);
}

function isWide(least: number, most: number): boolean {
  return most > 10 * least;
}

/**
 * The filters that `addReperes` does not say as exactly, and CPV codes below the division, which their own index may find
 * with fewer visits.
 */
export function besideReperes(filters: AvisFilters, statut: FiltreStatut): AvisFilters {
  const cpv = filters.cpv?.length === DIVISION ? undefined : filters.cpv;
  const budgets = isFoundByBudget(filters, statut) ? {} : { budget_min: undefined, budget_max: undefined };
  return { ...filters, cpv, type_marche: undefined, ...budgets };
}

/** Digits of a CPV code, category, class, group and division. */
const LEVELS = [8, 5, 4, 3, DIVISION];

/** The deepest level that all codes of the prefix share. */
function levelOf(cpv = ''): string | undefined {
  const digits = LEVELS.find((level) => level <= cpv.length);
  return digits === undefined ? undefined : cpv.slice(0, digits);
}

/** Fewer ask for less, and it leaves out little: looking for each of so many tens would cost more than it saves. */
const MOSTLY_BELOW = 80;

function tensFrom(least: number): string[] {
  const first = Math.floor(least / 10);
  return Array.from({ length: 11 - first }, (_, i) => `c${String(first + i)}`);
}

/** Of more years nearly all have been published since, and of open ones: each of them would be looked for. */
const MOSTLY_AFTER = 3;

function yearsFrom(first: number): string[] {
  return Array.from({ length: Math.max(1, LATEST_YEAR + 1 - first) }, (_, i) => `y${String(first + i)}`);
}

/** read.avis.budget is numeric(17, 2). */
const BUDGET_MAX = 999_999_999_999_999;

/** Of a range no wider than ten times its beginning the first digits are told as well. */
function budgetsBetween(least: number, most: number): string[] {
  const [first, last] = [least, Math.min(most, BUDGET_MAX)].map(String) as [string, string];
  const lengths = Array.from({ length: Math.max(0, last.length - first.length + 1) }, (_, i) => first.length + i);
  if (isWide(least, most)) return lengths.map((length) => `b${String(length)}`);
  return lengths.flatMap((length) => {
    const from = length === first.length ? Number(first[0]) : 1;
    const to = length === last.length ? Number(last[0]) : 9;
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => `b${String(length)}${String(from + i)}`);
  });
}
