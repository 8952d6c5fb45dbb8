import { type Cleaned, kept } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { monthsBetween, wholeMonths } from '../values/months.js';
import { codeOf } from './language.js';
import { lookup } from './lookup.js';
import type { EformsNode } from './node.js';

/** Months in one unit of `cbc:DurationMeasure`. */
const MONTHS: Readonly<Record<string, number>> = { YEAR: 12, MONTH: 1, WEEK: 7 / 30, DAY: 1 / 30 };

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
