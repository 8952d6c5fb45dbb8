import { type Cleaned, firstCleaned, kept } from '../values/cleaned.js';
import { monthsBetween, wholeMonths } from '../values/months.js';
import { parisDay } from './dates.js';
import { at, scalar } from './json.js';

const DAYS_PER_MONTH = 365.25 / 12;

/** Whole months of a `Period`: its duration in days, else from its start to its end. */
export function monthsOf(period: unknown): Cleaned<number> {
  return firstCleaned(
    () => {
      const days = scalar(at(period, 'durationInDays'));
      return days === null ? kept<number>(null) : wholeMonths(Number(days) / DAYS_PER_MONTH, `${days} days`);
    },
    () => {
      const start = parisDay(scalar(at(period, 'startDate'))).value;
      const end = parisDay(scalar(at(period, 'endDate'))).value;
      return start === null || end === null ? kept<number>(null) : monthsBetween(start, end);
    },
  );
}
