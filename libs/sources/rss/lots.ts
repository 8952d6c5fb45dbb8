import type { Lot } from '#contract/avis';
import type { Collector } from '../values/cleaned.js';
import { refused } from '../values/cleaned.js';
import { compareLotNumbers } from '../values/lot.js';

const COUNT = /^(\d{1,3})(?:\s*lots?)?$/i;
const UNDIVIDED = /^(?:non|aucun|sans|pas d|march[ée] unique|lot unique|unique)/iu;
const DIVIDED = /^(?:oui|allotis?|march[ée] alloti)/iu;
const ONE_LOT = /^(?:lot\s*)?(?:n\s*[°ºo]?\s*)?(\d{1,3}[A-Z]?)\s*[-–:.)]\s*(.+)$/iu;

export interface DeclaredLots {
  /** 0 for a procedure said not to be divided; null where nothing is said. */
  nb_lots: number | null;
  lots: Lot[];
}

/** What the values of « Lot(s) » say: a number of lots, lots by number and title, or that there are none. */
export function declaredLots(values: readonly string[], collector: Collector): DeclaredLots {
  const lots = new Map<string, Lot>();
  let count: number | null = null;
  for (const value of values) {
    const counted = COUNT.exec(value)?.[1];
    const titled = value.split(/\s*[;|\n]\s*/).flatMap((piece) => lotOf(piece) ?? []);
    if (counted !== undefined) count = Number(counted);
    else if (titled.length > 0) for (const lot of titled) lots.set(lot.numero, lots.get(lot.numero) ?? lot);
    else if (UNDIVIDED.test(value)) count = 0;
    else if (!DIVIDED.test(value)) collector.keep('nb_lots', refused<number>('valeur_inconnue', value));
  }
  return {
    nb_lots: count ?? (lots.size > 0 ? lots.size : null),
    lots: [...lots.values()].sort((a, b) => compareLotNumbers(a.numero, b.numero)),
  };
}

function lotOf(piece: string): Lot | null {
  const [, numero, description] = ONE_LOT.exec(piece.replace(/^[\s•*–-]+/, '')) ?? [];
  return numero === undefined || description === undefined ? null : { numero, description, budget: null, cpv: null };
}
