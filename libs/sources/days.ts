import { DateTime } from 'luxon';

/** Days read again at each run: records of a day may be published in the dataset later. */
const REREAD_DAYS = 3;

/** The day in Paris, YYYY-MM-DD. */
export function today(now: Date): string {
  return DateTime.fromJSDate(now, { zone: 'Europe/Paris' }).toFormat('yyyy-MM-dd');
}

/**
 * The days to read, oldest first, up to the current one.
 * @param complete last complete day of the position, null without one. @param since first day without position.
 */
export function daysToRead(complete: string | null, since: string, current: string): string[] {
  const last = DateTime.fromISO(current);
  const first =
    complete === null ? DateTime.fromISO(since) : DateTime.fromISO(complete).minus({ days: REREAD_DAYS - 1 });
  const days: string[] = [];
  for (let day = first; day <= last; day = day.plus({ days: 1 })) days.push(day.toFormat('yyyy-MM-dd'));
  return days;
}
