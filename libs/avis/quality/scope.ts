import type { SourceCode } from '#sources/registry';

/** What a report looks at. */
export interface QualityScope {
  /** Null for all. */
  source: SourceCode | null;
  /** `YYYY-MM`; null for every month. */
  mois: string | null;
}

/** A figure of one source and one month: `YYYY-MM`, null where the publications give no day. */
export interface OfMonth {
  source: SourceCode;
  mois: string | null;
}

/** The scope as parameters $1 (source) to $3 of a query: first day of the month and of the next, null for every month. */
export function parametersOf({ source, mois }: QualityScope): [SourceCode | null, string | null, string | null] {
  if (mois === null) return [source, null, null];
  const [year = 0, month = 0] = mois.split('-').map(Number);
  return [source, `${mois}-01`, new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)];
}

/** Condition that keeps rows of the scope, by a column of type date. */
export function within(source: string, day: string): string {
  return `($1::text is null or ${source} = $1) and ($2::date is null or (${day} >= $2::date and ${day} < $3::date))`;
}
