import { DateTime } from 'luxon';

/** Days read again at each run: records of a day may be published in the dataset later. */
const REREAD_DAYS = 3;
const MS_PER_DAY = 86_400_000;

/** The day in Paris, YYYY-MM-DD. */
export function today(now: Date): string {
  return DateTime.fromJSDate(now, { zone: 'Europe/Paris' }).toFormat('yyyy-MM-dd');
}

/**
 * The days to read, oldest first, up to the current one.
 * @param complete last complete day of the position, null without one. @param since first day without position.
 */
export function daysToRead(complete: string | null, since: string, current: string): string[] {
  const first = complete === null ? Date.parse(since) : Date.parse(complete) - (REREAD_DAYS - 1) * MS_PER_DAY;
  const last = Date.parse(current);
  const days: string[] = [];
  // Without a calendar's objects: asked for at each batch, over years of days.
  for (let day = first; day <= last; day += MS_PER_DAY) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
