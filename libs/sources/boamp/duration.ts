import { monthsBetween as monthsOfPeriod, wholeMonths } from '../values/months.js';
import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { scalar } from './json.js';

const NUMBER = /^(\d{1,6}(?:\.\d+)?)(?:\s*(?:mois|ans?|années?|jours?))?$/i;

/** Months of a duration element counted in months, or in units of so many months: at least one, rounded. */
export function months(element: unknown, perUnit = 1): Cleaned<number> {
  const raw = scalar(element);
  const written = raw === null ? '' : String(raw).trim().replace(',', '.');
  if (written === '' || /^(nc|none|null)$/i.test(written)) return kept<number>(null);
  const number = NUMBER.exec(written)?.[1];
  return number === undefined ? refused('duree_illisible', raw) : wholeMonths(Number(number) * perUnit, written);
}

export function monthsOfDays(element: unknown): Cleaned<number> {
  return months(element, 1 / 30);
}

export function monthsOfYears(element: unknown): Cleaned<number> {
  return months(element, 12);
}

/** Months from a first to a last day, both included: 2015-07-01 to 2016-06-30 are 12. */
export function monthsBetween(first: unknown, last: unknown): Cleaned<number> {
  const start = calendarDate(scalar(first)).value;
  const end = calendarDate(scalar(last)).value;
  return start === null || end === null ? kept<number>(null) : monthsOfPeriod(start, end);
}
