import { DateTime } from 'luxon';
import { LRUCache } from 'lru-cache';
import { type Cleaned, kept, refused } from './cleaned.js';

const PARIS = 'Europe/Paris';
const UTC_SECONDS = "yyyy-MM-dd'T'HH:mm:ss'Z'";

/**
 * Years outside are absurd (seen: 0002, 0218, 1899, 5021). Fixed and not relative to today, so that replaying the archive
 * gives the same notices; dynamic purchasing systems run ten years ahead and concessions up to thirty.
 */
export const EARLIEST_YEAR = 1990;
export const LATEST_YEAR = 2060;

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?/;
const DAY_ONLY = /^\d{4}-\d{2}-\d{2}(Z|[+-]\d{2}:?\d{2})?$/;
const FRENCH_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/**
 * Wall-clock time in Paris, whatever offset the source writes after it: `2015-04-13T12:00:00+01:00` -> `2015-04-13T10:00:00Z`.
 * Classic BOAMP writes +01:00 in summer too, FNSimple and MAPA label Paris time +00:00 (docs/sources.md, D.1).
 * A day alone means its end. @returns RFC 3339 in UTC, to the second.
 */
export function parisWallClock(text: unknown): Cleaned<string> {
  const raw = trimmed(text);
  if (raw === null) return kept<string>(null);
  if (DAY_ONLY.test(raw)) return endOfDay(raw);
  const clock = WALL_CLOCK.exec(raw);
  if (!clock) return refused('date_illisible', text);
  return inUtc(clock[0].replace(' ', 'T'), raw);
}

/** An instant whose offset is right (eForms): honoured; without one, Paris time. A day alone means its end in Paris. */
export function instant(text: unknown): Cleaned<string> {
  const raw = trimmed(text);
  if (raw === null) return kept<string>(null);
  if (DAY_ONLY.test(raw)) return endOfDay(raw);
  if (!WALL_CLOCK.test(raw)) return refused('date_illisible', text);
  return inUtc(raw.replace(' ', 'T'), raw);
}

/**
 * A deadline whose offset is right (eForms), but for the other of Paris's two offsets: in January 2024 some senders stamped
 * `+02:00` on all they wrote, the time of sending included. Its clock is then that of Paris. Any other offset is honoured.
 */
export function deadlineInstant(text: unknown): Cleaned<string> {
  return typeof text === 'string' && /\+0[12]:00\s*$/.test(text) ? parisWallClock(text) : instant(text);
}

/** Last second of a day in Paris. @param yyyyMmDd a valid `YYYY-MM-DD`. @returns RFC 3339 in UTC. */
export function endOfParisDay(yyyyMmDd: string): string {
  return DateTime.fromISO(yyyyMmDd, { zone: PARIS }).endOf('day').toUTC().toFormat(UTC_SECONDS);
}

/** Calendar day as written, a time or an offset behind it ignored: `2018-12-17+01:00` -> `2018-12-17`. Also `17/12/2018`. */
export function calendarDate(text: unknown): Cleaned<string> {
  const raw = trimmed(text);
  if (raw === null) return kept<string>(null);
  const day = FRENCH_DAY.exec(raw)?.slice(1).reverse().join('-') ?? /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(raw)?.[0];
  if (day === undefined || !DateTime.fromISO(day).isValid) return refused('date_illisible', text);
  return plausible(Number(day.slice(0, 4))) ? kept(day) : refused('date_absurde', text);
}

function endOfDay(raw: string): Cleaned<string> {
  const day = calendarDate(raw);
  return day.value === null ? day : kept(endOfParisDay(day.value));
}

/** Of ISO texts read in Paris. Deadlines are the same few days and hours: reckoning each anew takes longer than the rest of a notice's dates. */
const READ = new LRUCache<string, { utc: string; year: number } | { utc: null }>({ max: 10_000 });

function inUtc(iso: string, raw: string): Cleaned<string> {
  let read = READ.get(iso);
  if (read === undefined) {
    const date = DateTime.fromISO(iso, { zone: PARIS });
    read = date.isValid ? { utc: date.toUTC().toFormat(UTC_SECONDS), year: date.year } : { utc: null };
    READ.set(iso, read);
  }
  if (read.utc === null) return refused('date_illisible', raw);
  return plausible(read.year) ? kept(read.utc) : refused('date_absurde', raw);
}

function plausible(year: number): boolean {
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
}

function trimmed(text: unknown): string | null {
  if (text === null || text === undefined) return null;
  const raw = typeof text === 'string' ? text.trim() : JSON.stringify(text);
  return raw === '' || /^(nc|none|null|<na>|--none--)$/i.test(raw) ? null : raw;
}
