import { DateTime } from 'luxon';
import type { Position } from '../adapter.js';
import { calendarDate } from '../values/date.js';

/** How long what was announced and not given is asked for again: a notice by its listing, the rest of a day by its total. */
const PATIENCE_DAYS = 30;

/** Where the collection of TED stands. The site's XML never changes: what was read once is not asked for again. */
export interface TedPosition {
  /** Last complete day, YYYY-MM-DD. */
  jour: string | null;
  /** Numbers read, by day of publication, for the days that are listed again. */
  lus: Record<string, string[]>;
  /** Numbers announced and not read yet, with their day. */
  manquants: Record<string, string>;
  /** Days of which fewer notices were listed than counted. */
  incomplets: string[];
}

/** Reads a stored position; what cannot be read counts as none, which only means reading again. */
export function readPosition(stored: Position | null): TedPosition {
  const lus: Record<string, string[]> = {};
  for (const [day, numbers] of entries(stored?.['lus'])) {
    if (isDay(day) && Array.isArray(numbers)) lus[day] = numbers.filter((number) => typeof number === 'string');
  }
  const manquants: Record<string, string> = {};
  for (const [number, day] of entries(stored?.['manquants'])) {
    if (/^\d+-\d{4}$/.test(number) && isDay(day)) manquants[number] = day;
  }
  const incomplets = Array.isArray(stored?.['incomplets']) ? stored['incomplets'].filter(isDay) : [];
  return { jour: calendarDate(stored?.['jour']).value, lus, manquants, incomplets };
}

/** The position to store: only the days that will be listed again, only the missing that are still waited for. */
export function storedPosition(position: TedPosition, kept: readonly string[], current: string): Position {
  const oldest = DateTime.fromISO(current).minus({ days: PATIENCE_DAYS }).toFormat('yyyy-MM-dd');
  const incomplets = position.incomplets.filter((day) => day >= oldest);
  return {
    ...(position.jour === null ? {} : { jour: position.jour }),
    lus: Object.fromEntries([...incomplets, ...kept].map((day) => [day, [...(position.lus[day] ?? [])]])),
    manquants: Object.fromEntries(Object.entries(position.manquants).filter(([, day]) => day >= oldest)),
    incomplets,
  };
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && calendarDate(value).value !== null;
}
