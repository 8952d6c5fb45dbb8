import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { codeOf } from './language.js';
import { lookup } from './lookup.js';
import type { EformsNode } from './node.js';

/** Months in one unit of `cbc:DurationMeasure`. */
const MONTHS: Readonly<Record<string, number>> = { YEAR: 12, MONTH: 1, WEEK: 7 / 30, DAY: 1 / 30 };
/** Concessions run up to 99 years. */
const LONGEST = 1200;

/** Duration of a planned period, in whole months, at least one; a period by dates counts from start to end. */
export function durationOf(period: EformsNode): Cleaned<number> {
  const measure = period.first('cbc:DurationMeasure');
  const written = codeOf(measure);
  if (written !== null) {
    const unit = measure?.attribute('unitCode') ?? '';
    const months = Number(written) * (lookup(MONTHS, unit.toUpperCase()) ?? Number.NaN);
    return wholeMonths(months, `${written} ${unit}`);
  }
  const start = calendarDate(codeOf(period.first('cbc:StartDate'))).value;
  const end = calendarDate(codeOf(period.first('cbc:EndDate'))).value;
  return start === null || end === null ? kept<number>(null) : monthsBetween(start, end);
}

/** Whole months from a day to another, both YYYY-MM-DD, the last day included. */
export function monthsBetween(start: string, end: string): Cleaned<number> {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return wholeMonths(days / (365.25 / 12), `${start} - ${end}`);
}

/** Months rounded; zero means « not given », what is no duration is refused. */
export function wholeMonths(months: number, brut: string): Cleaned<number> {
  if (months === 0) return kept<number>(null);
  if (!(months > 0 && months <= LONGEST)) return refused('duree_illisible', brut);
  return kept(Math.max(1, Math.round(months)));
}
