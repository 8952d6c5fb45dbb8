import { DateTime } from 'luxon';

const PARIS = 'Europe/Paris';

/** Instant at which a day begins in Paris, a number of days later. @param day YYYY-MM-DD. */
export function parisMidnight(day: string, daysLater = 0): Date {
  return DateTime.fromISO(day, { zone: PARIS }).plus({ days: daysLater }).startOf('day').toJSDate();
}

/** Calendar day in Paris at an instant, YYYY-MM-DD. */
export function parisDay(instant: Date): string {
  return DateTime.fromJSDate(instant, { zone: PARIS }).toFormat('yyyy-MM-dd');
}
