import { DateTime } from 'luxon';
import { type Cleaned, kept } from '../values/cleaned.js';
import { calendarDate, instant } from '../values/date.js';

/**
 * OCDS has no type for a day alone: its guidance is to write `T00:00:00Z` or `T23:59:59Z` where the hour is not known.
 * Neither is an hour that a French buyer gives (01:00 or 02:00 in Paris), so both mean the day.
 */
const DAY_IN_DISGUISE = /^(\d{4}-\d{2}-\d{2})T(?:00:00:00|23:59:59)(?:\.\d+)?Z$/;

/** A deadline, RFC 3339 in UTC: its offset is honoured; a day alone means its end in Paris. */
export function deadline(raw: string | number | null): Cleaned<string> {
  const day = DAY_IN_DISGUISE.exec(String(raw ?? '').trim())?.[1];
  return instant(day ?? raw);
}

/** The day in Paris of an instant, YYYY-MM-DD; of a day in disguise, the day itself. */
export function parisDay(raw: string | number | null): Cleaned<string> {
  const text = String(raw ?? '').trim();
  const day = DAY_IN_DISGUISE.exec(text)?.[1];
  if (day !== undefined || !/T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) return calendarDate(day ?? raw);
  const { value, anomaly } = instant(text);
  if (value === null) return { value, anomaly };
  return kept(DateTime.fromISO(value, { zone: 'Europe/Paris' }).toFormat('yyyy-MM-dd'));
}
