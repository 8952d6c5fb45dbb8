import type { Lot } from '#contract/avis';
import { amount } from '../values/amount.js';
import { type Cleaned, refused } from '../values/cleaned.js';
import { isObject, scalar } from './json.js';

/** Euros of an amount element. Another currency (`@devise`, seen: XPF in the Pacific) is kept raw, not converted. */
export function euros(element: unknown): Cleaned<number> {
  const attribute = isObject(element) ? (element['@devise'] ?? element['@DEVISE']) : undefined;
  const devise = scalar(attribute);
  if (devise !== null && devise !== '' && !/^(eur|euros?|€)$/i.test(String(devise).trim())) {
    return refused('valeur_inconnue', element);
  }
  return amount(scalar(element));
}

/** Sum of the lots' budgets when each lot gives one; null otherwise. */
export function sumOfLots(lots: readonly Lot[]): number | null {
  if (lots.length === 0) return null;
  let cents = 0;
  for (const { budget } of lots) {
    if (budget === null) return null;
    cents += Math.round(budget * 100);
  }
  return cents / 100;
}
