import { isCalendarDay } from './calendar-day.js';
import { parameter } from './parameter.js';

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})$/;

/** An instant with its time zone, kept to the microsecond: 27 characters in UTC, the form of `version`. */
export function InstantParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts:
      'date et heure ISO 8601 avec fuseau horaire, par exemple 2026-11-01T08:00:00.000000Z (dans une adresse, « + » s’écrit %2B)',
    example: '2026-11-01T08:00:00.000000Z',
    schema: { type: 'string', format: 'date-time' },
    read: (text) => toMicroseconds(text) ?? undefined,
  });
}

/**
 * `YYYY-MM-DDTHH:MM:SS.ffffffZ` of an ISO 8601 instant, or null when it is malformed. Digits beyond the microsecond
 * are cut, towards the past: a synchronisation then re-reads rather than misses.
 */
export function toMicroseconds(text: string): string | null {
  const [, day, minutes, seconds = '00', fraction = '', zone] = ISO_8601.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day) || zone === undefined) return null;
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const hour = Number(minutes?.slice(0, 2));
  const instant = hour > 23 ? Number.NaN : Date.parse(`${day}T${minutes}:${seconds}${offset}`);
  if (Number.isNaN(instant) || instant < 0) return null;
  return `${new Date(instant).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
