import { escapeUTF8 } from 'entities';
import { DateTime } from 'luxon';
import { DEPARTEMENTS } from '#contract/departements';
import { type Item } from '../listing/item.js';

/** `[label, value]`; what the item does not say is null. */
export type Told = readonly [string, string | null];

/** « Label : value » of what is said, escaped for HTML; line ends stay. */
export function toldLines(told: readonly Told[], colon: string): string[] {
  return told.flatMap(([label, value]) => (value === null ? [] : [`${label}${colon}${escapeUTF8(value)}`]));
}

/** A day (YYYY-MM-DD, Paris) or an instant (milliseconds) in a format of Luxon's, in French. */
export function french(when: string | number, format: string): string {
  const zone = { zone: 'Europe/Paris', locale: 'fr' };
  return (typeof when === 'string' ? DateTime.fromISO(when, zone) : DateTime.fromMillis(when, zone)).toFormat(format);
}

export function rfc822(instant: number): string {
  return DateTime.fromMillis(instant, { zone: 'Europe/Paris' }).toRFC2822() ?? '';
}

/** `2026-11-21T09:00:00+01:00`. */
export function rfc3339(instant: number): string {
  return DateTime.fromMillis(instant, { zone: 'Europe/Paris' }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The deadline: its day in this format, its hour behind. */
export function limite({ limite: shown }: Item, day: string, hour: (heure: string) => string): string | null {
  if (shown === null) return null;
  return `${french(shown.jour, day)}${shown.heure === null ? '' : hour(shown.heure)}`;
}

export function nomDepartement(code: string): string {
  return DEPARTEMENTS.find((departement) => departement.code === code)?.nom ?? code;
}

export function oneOf(texts: readonly string[], separator: string): string | null {
  return texts.length === 0 ? null : texts.join(separator);
}
