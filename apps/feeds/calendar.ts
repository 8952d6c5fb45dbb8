import { DateTime } from 'luxon';

/** Days are integers: days since 1970-01-01 of the calendar in Paris. */
export type Day = number;

const MS_PER_DAY = 86_400_000;
const ZONE = 'Europe/Paris';

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
  const wall = DateTime.fromMillis(instant, { zone: ZONE });
  return { day: Date.UTC(wall.year, wall.month - 1, wall.day) / MS_PER_DAY, time: wall.toFormat('HH:mm:ss') };
}

/** The instant (milliseconds) of a wall clock in Paris. */
export function parisInstant(day: Day, time: string): number {
  return DateTime.fromISO(`${dayText(day)}T${time}`, { zone: ZONE }).toMillis();
}

const offsets = new Map<Day, string>();

/** `+01:00` or `+02:00`: the offset of Paris at noon of a day. */
export function parisOffset(day: Day): string {
  let offset = offsets.get(day);
  if (offset === undefined) {
    offset = DateTime.fromISO(`${dayText(day)}T12:00:00`, { zone: ZONE }).toFormat('ZZ');
    // Days asked for lie within a few years; the bound only keeps a hostile query from growing the memory.
    if (offsets.size > 20_000) offsets.clear();
    offsets.set(day, offset);
  }
  return offset;
}
