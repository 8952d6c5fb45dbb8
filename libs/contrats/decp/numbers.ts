import { amount } from '#sources/values/amount';
import { wholeMonths } from '#sources/values/months';
import type { Anomalies } from './anomalies.js';

const MOST_OFFERS = 10_000;

/**
 * Euros. Unlike in a notice, 0 is what a register wrote for want of an amount: counted, as are 1 euro, only nines,
 * negative ones and 100 billion and more.
 */
export function readAmount(champ: string, raw: unknown, anomalies: Anomalies): number | null {
  const scalar = anomalies.scalar(champ, raw);
  if (scalar === null) return null;
  const value = decimal(scalar);
  if (value === 0) return anomalies.note(champ, 'montant_nul', raw);
  return anomalies.keep(champ, amount(value ?? scalar));
}

/** Whole months, rounded up as the schema asks. 0 is « not given ». */
export function readMonths(champ: string, raw: unknown, anomalies: Anomalies): number | null {
  const scalar = anomalies.scalar(champ, raw);
  if (scalar === null) return null;
  const value = decimal(scalar);
  if (value === null) return anomalies.note(champ, 'duree_illisible', raw);
  const { value: months } = wholeMonths(Math.ceil(value), String(value));
  return months === null && value !== 0 ? anomalies.note(champ, 'duree_illisible', raw) : months;
}

export function readOffers(champ: string, raw: unknown, anomalies: Anomalies): number | null {
  const scalar = anomalies.scalar(champ, raw);
  if (scalar === null) return null;
  const value = decimal(scalar);
  const plausible = value !== null && Number.isInteger(value) && value >= 0 && value <= MOST_OFFERS;
  return plausible ? value : anomalies.note(champ, 'entier_illisible', raw);
}

/** `true`, "true", « oui », 1 and their contraries. */
export function readBoolean(champ: string, raw: unknown, anomalies: Anomalies): boolean | null {
  const scalar = anomalies.scalar(champ, raw);
  if (scalar === null) return null;
  const written = String(scalar).trim().toLowerCase();
  if (['true', 'oui', '1', '1.0', 'vrai'].includes(written)) return true;
  if (['false', 'non', '0', '0.0', 'faux'].includes(written)) return false;
  return anomalies.note(champ, 'booleen_illisible', raw);
}

/** A machine's decimal: in these formats a dot is always the decimal point. */
function decimal(scalar: string | number): number | null {
  if (typeof scalar === 'number') return scalar;
  const written = scalar.trim();
  return /^[-+]?\d{1,30}(\.\d{0,30})?(e\+?\d{1,3})?$/i.test(written) ? Number(written) : null;
}
