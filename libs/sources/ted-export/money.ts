import type { EformsNode } from '../eforms/node.js';
import { amount } from '../values/amount.js';
import { type Cleaned, kept, refused } from '../values/cleaned.js';

/** An amount in euros; null without anomaly when absent or marked as not to be published, raw in another currency. */
export function euros(node: EformsNode | null | undefined): Cleaned<number> {
  if (node === null || node === undefined || node.attribute('PUBLICATION') === 'NO') return kept<number>(null);
  const currency = node.attribute('CURRENCY') ?? 'EUR';
  const written = node.attribute('FMTVAL') ?? node.text;
  return currency === 'EUR' ? amount(written) : refused('valeur_inconnue', `${written.trim()} ${currency}`);
}

/** A sum that misses a lot would be a wrong budget: every lot has an amount, or there is no sum. */
export function sumOfAll(amounts: readonly (number | null)[]): number | null {
  if (amounts.length === 0 || amounts.some((amount) => amount === null)) return null;
  return Math.round(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) * 100) / 100;
}
