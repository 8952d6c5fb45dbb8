import { DateTime } from 'luxon';
import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { calendarDate } from '../values/date.js';
import { frenchDate } from '../values/french-date.js';
import { type Item, textOf } from './item.js';

/** Dates that an item carries itself, the last change first. */
const CHANGED = ['updated', 'pubdate', 'published', 'dc:date'] as const;
const PUBLISHED = ['published', 'pubdate', 'dc:date', 'updated'] as const;

/** When the item last changed, in milliseconds; null where it says nothing that can be read. */
export function changedAt(item: Item): number | null {
  const instants = CHANGED.map((name) => instantOf(textOf(item, name))).filter((instant) => instant !== null);
  return instants.length === 0 ? null : Math.max(...instants.map((instant) => instant.toMillis()));
}

/** The day in Paris on which the item says it was published. */
export function publicationDay(item: Item): Cleaned<string> {
  const raw = textOf(item, ...PUBLISHED);
  if (raw === null) return kept<string>(null);
  const instant = instantOf(raw);
  if (instant !== null) return calendarDate(instant.setZone('Europe/Paris').toFormat('yyyy-MM-dd'));
  const { value, anomaly } = frenchDate(raw);
  return value === null ? refused(anomaly?.code ?? 'date_illisible', raw) : kept(value.jour);
}

/** RFC 822 (RSS) or RFC 3339 (Atom); a time without an offset is that of Paris. */
function instantOf(raw: string | null): DateTime | null {
  if (raw === null) return null;
  const readings = [DateTime.fromRFC2822(raw), DateTime.fromISO(raw, { zone: 'Europe/Paris' })];
  return readings.find((reading) => reading.isValid) ?? null;
}
