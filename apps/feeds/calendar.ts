import { DateTime } from 'luxon';

/** Days are integers: days since 1970-01-01 of the calendar in Paris. */
export type Day = number;

const MS_PER_DAY = 86_400_000;
const ZONE = 'Europe/Paris';
/** Days asked for lie within a few years; the bound only keeps a hostile query from growing the memory. */
const MOST_KEPT = 20_000;

/** YYYY-MM-DD. */
export function dayText(day: Day): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The day of a text YYYY-MM-DD; null when it is not one. */
export function dayOf(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayText(ms / MS_PER_DAY) !== text ? null : ms / MS_PER_DAY;
}

export function yearOf(day: Day): number {
  return new Date(day * MS_PER_DAY).getUTCFullYear();
}

/** The first of January of a year. */
export function newYear(year: number): Day {
  return Date.UTC(year, 0, 1) / MS_PER_DAY;
}

/** The wall clock in Paris at an instant (milliseconds): its day and `hh:mm:ss`. */
export function parisWall(instant: number): { day: Day; time: string } {
  const guess = Math.floor(instant / MS_PER_DAY);
  const day = instant >= midnight(guess + 1) ? guess + 1 : guess;
  if (hasAllHours(day)) {
    const time = new Date(instant - midnight(day)).toISOString().slice(11, 19);
    return { day, time };
  }
  return { day, time: DateTime.fromMillis(instant, { zone: ZONE }).toFormat('HH:mm:ss') };
}

/** The instant (milliseconds) of a wall clock in Paris. */
export function parisInstant(day: Day, time: string): number {
  if (!hasAllHours(day)) return DateTime.fromISO(`${dayText(day)}T${time}`, { zone: ZONE }).toMillis();
  return midnight(day) + Date.parse(`1970-01-01T${time}Z`);
}

const midnights = new Map<Day, number>();

/** Kept, because asking the zone's rules for each of a million deadlines takes most of the time. */
function midnight(day: Day): number {
  let instant = midnights.get(day);
  if (instant === undefined) {
    instant = DateTime.fromISO(`${dayText(day)}T00:00:00`, { zone: ZONE }).toMillis();
    if (midnights.size > MOST_KEPT) midnights.clear();
    midnights.set(day, instant);
  }
  return instant;
}

/** Not so on the two days a year when clocks change. */
function hasAllHours(day: Day): boolean {
  return midnight(day + 1) - midnight(day) === MS_PER_DAY;
}

const offsets = new Map<Day, string>();

/** `+01:00` or `+02:00`: the offset of Paris at noon of a day. */
export function parisOffset(day: Day): string {
  let offset = offsets.get(day);
  if (offset === undefined) {
    offset = DateTime.fromISO(`${dayText(day)}T12:00:00`, { zone: ZONE }).toFormat('ZZ');
    if (offsets.size > MOST_KEPT) offsets.clear();
    offsets.set(day, offset);
  }
  return offset;
}
