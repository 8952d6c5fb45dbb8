import type { Lot } from '#contract/avis';
import { lotDescription } from '../values/lot.js';
import type { Collector } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { line, text } from '../values/text.js';
import { at, has, liste, scalarAt } from './json.js';
import { byNumber, withNumbers } from './lots.js';
import { euros } from './money.js';

/** The lot elements with their number, in the notice's order. */
export function classicLots(objet: unknown): { numero: string; element: unknown }[] {
  return liste(at(objet, 'LOTS.LOT')).map((element, index) => ({
    numero: line(scalarAt(element, 'NUM')) ?? String(index + 1),
    element,
  }));
}

/**
 * The lot that describes the whole of a contract that is not divided (it may be repeated word for word); undefined when
 * lots are declared.
 */
export function undividedLot(objet: unknown): unknown {
  const [first, second] = liste(at(objet, 'LOTS.LOT'));
  if (has(objet, 'DIV_EN_LOTS.NON')) return first;
  return second !== undefined || has(objet, 'DIV_EN_LOTS.OUI') || has(first, 'NUM') ? undefined : first;
}

/** The declared lots, ordered by number; none when the contract is not divided. */
export function numberedLots(objet: unknown, collector: Collector): Lot[] {
  if (undividedLot(objet) !== undefined) return [];
  const lots = liste(at(objet, 'LOTS.LOT')).map((lot) => ({
    numero: line(scalarAt(lot, 'NUM')),
    description: lotDescription(line(scalarAt(lot, 'INTITULE')), text(scalarAt(lot, 'DESCRIPTION'))),
    budget: collector.keep('lots.budget', euros(at(lot, 'VALEUR'))),
    cpv: collector.keep('lots.cpv', cpv(scalarAt(lot, 'CPV.PRINCIPAL'))),
  }));
  return byNumber(withNumbers(lots));
}
