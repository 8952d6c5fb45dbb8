import { amount } from '../values/amount.js';
import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { at, isNode, scalar, word } from './json.js';

/** Euros of a `Value` `{amount, currency}`; without a currency, euros. Another currency is no budget: kept raw. */
export function euros(value: unknown): Cleaned<number> {
  if (!isNode(value)) return amount(scalar(value));
  const raw = scalar(at(value, 'amount'));
  if (raw === null) return kept<number>(null);
  const currency = word(at(value, 'currency')) ?? 'EUR';
  return currency.toUpperCase() === 'EUR' ? amount(raw) : refused('valeur_inconnue', `${raw} ${currency}`);
}
