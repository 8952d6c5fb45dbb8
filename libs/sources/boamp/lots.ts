import type { Lot } from '#contract/avis';
import { compareLotNumbers } from '../values/lot.js';

const LEADING_NUMBER = /^\s*(?:lot\s*)?(?:n\s*[°ºo]\s*)?(\d{1,3})\s*[-–:.)]/i;

/**
 * Gives their number to lots that have none of their own: the one that opens each description (« 1- Prestations… ») when
 * all have a different one, else their place in the list.
 */
export function withNumbers(lots: readonly (Omit<Lot, 'numero'> & { numero: string | null })[]): Lot[] {
  const opening = lots.map((lot) => LEADING_NUMBER.exec(lot.description ?? '')?.[1] ?? null);
  const usable = opening.every((number) => number !== null) && new Set(opening).size === lots.length;
  return lots.map((lot, index) => ({
    ...lot,
    numero: lot.numero ?? (usable ? opening[index] : null) ?? String(index + 1),
  }));
}

/** Ordered by number. */
export function byNumber(lots: Lot[]): Lot[] {
  return lots.sort((a, b) => compareLotNumbers(a.numero, b.numero));
}
