import { DateTime } from 'luxon';

/** Concessions run up to 99 years; a longer one is an error of the register. */
const LONGEST_MONTHS = 1200;

/** A day some calendar months later; a day that the month lacks is its last. @param day `YYYY-MM-DD`. */
export function addMonths(day: string, months: number): string | null {
  const later = DateTime.fromISO(day, { zone: 'utc' }).plus({ months });
  return later.isValid && later.year >= 1 && later.year <= 9999 ? later.toFormat('yyyy-MM-dd') : null;
}

/** When a contract ends: its notification plus its duration. Null without either, or when the duration is absurd. */
export function finEstimee(date_notification: string | null, duree_mois: number | null): string | null {
  if (date_notification === null || duree_mois === null) return null;
  if (!Number.isInteger(duree_mois) || duree_mois < 1 || duree_mois > LONGEST_MONTHS) return null;
  return addMonths(date_notification, duree_mois);
}
