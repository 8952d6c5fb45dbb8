import { DateTime } from 'luxon';

const PARIS = 'Europe/Paris';

/** Milliseconds of a date or a date-time, Paris time where no offset is written; null when it cannot be read. */
export function instantOf(raw: unknown): number | null {
  if (typeof raw !== 'string' || raw.length > 40) return null;
  const date = DateTime.fromISO(raw.trim(), { zone: PARIS });
  return date.isValid ? date.toMillis() : null;
}
