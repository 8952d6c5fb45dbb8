import { monthsBetween, wholeMonths } from '../values/months.js';
import type { EformsNode } from '../eforms/node.js';
import { type Cleaned, kept } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { trimmed } from './coded-data.js';

/** Duration told by an `OBJECT_DESCR`, in whole months: `DURATION` in months or days, else from start to end. */
export function durationOf(description: EformsNode): Cleaned<number> {
  const duration = description.first('DURATION');
  const written = trimmed(duration);
  if (written !== null) {
    const days = duration?.attribute('TYPE') === 'DAY';
    return wholeMonths(Number(written) / (days ? 30 : 1), written);
  }
  const start = calendarDate(trimmed(description.first('DATE_START'))).value;
  const end = calendarDate(trimmed(description.first('DATE_END'))).value;
  return start === null || end === null ? kept<number>(null) : monthsBetween(start, end);
}
