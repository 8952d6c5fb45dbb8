import type { FiltreStatut } from '#contract/vocabulary';
import type { Conditions } from '#platform/database/conditions';

/** What a query keeps of read.avis, in the contract's names. Absent means no filter. */
export interface AvisFilters {
  /** Sources that the key may see and that are served, or the asked ones among them. */
  source: readonly string[];
  departement?: readonly string[] | undefined;
  cpv?: string | undefined;
  type_marche?: string | undefined;
  budget_min?: number | undefined;
  budget_max?: number | undefined;
  date_limite_min?: string | undefined;
  date_limite_max?: string | undefined;
  publie_depuis?: string | undefined;
  completude_min?: number | undefined;
}

/**
 * The one predicate of « open », for lists, totals and the counters of departments alike: time may have closed a notice
 * that the worker has not projected again yet.
 */
export const OUVERT = "a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())";

/** What `read.nombre_avis` still counts as open and OUVERT does not: few, found by the index of closings. */
export const ECHU = "a.statut = 'ouvert' and a.closes_at <= now()";

const STATUT: Record<FiltreStatut, string> = {
  ouvert: OUVERT,
  clos: "a.statut = 'clos'",
  tous: "a.statut <> 'retire'",
};

/** As `tous`, for the indexes that begin with the statut; for others it would have them read from end to end. */
const TOUS_BY_VALUE = "a.statut in ('ouvert', 'clos')";

/** @param filters those that the query compares besides, if any. */
export function addStatut(conditions: Conditions, statut: FiltreStatut, filters?: AvisFilters): Conditions {
  const byValue = statut === 'tous' && filters !== undefined && isValued(filters);
  return conditions.add(byValue ? TOUS_BY_VALUE : STATUT[statut]);
}

/** Whether a filter is given that an index finds within each statut: a CPV code or a budget. */
export function isValued({ cpv, budget_min, budget_max }: AvisFilters): boolean {
  return cpv !== undefined || budget_min !== undefined || budget_max !== undefined;
}

/** The department asked for, when it is one alone. */
export function soleDepartement({ departement = [] }: AvisFilters): string | undefined {
  return departement.length === 1 ? departement[0] : undefined;
}

/** What is asked besides departments. */
export function besideDepartement(filters: AvisFilters): AvisFilters {
  return { ...filters, departement: undefined };
}

/** The CPV division asked for, or that of the code: what an index of its own has in order. */
export function divisionOf({ cpv = '' }: AvisFilters): string | undefined {
  return cpv.length < DIVISION ? undefined : cpv.slice(0, DIVISION);
}

/** Digits of a CPV division. */
export const DIVISION = 2;

/** Words joined by AND, whatever signs they hold: nothing in `q` is read as an operator. */
export function addWords(conditions: Conditions, q: string): Conditions {
  return conditions.add("a.recherche @@ plainto_tsquery('read.francais', ?)", q);
}

/** Beyond, sources leave out too little for an index of theirs. */
export const FEW_SOURCES = 3;

/**
 * Of one of these sources. A single one is compared as such: only so does its index give an order. Of many, or where something better finds the notices, in a form that no index answers:
 * PostgreSQL takes eighteen sources for two thirds of the notices, and read the index of all of them, 100 ms at a million,
 * to look at a third less.
 *
 * @param found whether the index of words, which holds the departments, finds the notices already.
 */
export function addSources(conditions: Conditions, sources: readonly string[], found = false): Conditions {
  const [only, ...others] = sources;
  if (only !== undefined && others.length === 0 && !found) return conditions.add('a.source = ?', only);
  const among = 'a.source = any(?::text[])';
  return conditions.add(found || sources.length > FEW_SOURCES ? `(${among}) is true` : among, sources);
}

/** Adds the filters that are given, all but `source` and the statut, which depend on the mode. */
export function addFilters(conditions: Conditions, filters: Omit<AvisFilters, 'source'>): Conditions {
  const given: [unknown, string][] = [
    [filters.departement, 'a.departements && ?::text[]'],
    [filters.cpv, 'a.cpv ^@ ?'],
    [filters.type_marche, 'a.type_marche = ?'],
    [filters.budget_min, 'a.budget >= ?::numeric'],
    [filters.budget_max, 'a.budget <= ?::numeric'],
    [filters.date_limite_min, 'a.jour_limite >= ?::date'],
    [filters.date_limite_max, 'a.jour_limite <= ?::date'],
    [filters.publie_depuis, 'a.date_publication >= ?::date'],
    [filters.completude_min, 'a.completude >= ?::smallint'],
  ];
  for (const [value, text] of given) if (value !== undefined) conditions.add(text, value);
  return conditions;
}

/**
 * The same for the lists of notices, with what lets the index of deadlines begin and end near the days asked: the days
 * alone are compared with a column that no index is ordered by. Wider than the days, so that only they decide.
 */
export function addListFilters(conditions: Conditions, filters: Omit<AvisFilters, 'source'>): Conditions {
  const { date_limite_min, date_limite_max } = filters;
  addFilters(conditions, filters);
  if (date_limite_min !== undefined) conditions.add('a.date_limite >= ?::date - 1', date_limite_min);
  if (date_limite_max !== undefined) conditions.add('a.date_limite < ?::date + 2', date_limite_max);
  return conditions;
}
