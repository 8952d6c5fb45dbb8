import type { Lot } from '#contract/avis';
import { compareLotNumbers, lotDescription } from '../values/lot.js';
import type { EformsNode } from '../eforms/node.js';
import type { Collector } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { line } from '../values/text.js';
import { trimmed } from './coded-data.js';
import { euros } from './money.js';
import { textOf } from './text.js';

/**
 * The descriptions of the object, `OBJECT_DESCR`, and whether they are lots. `divided`: null when the form does not say
 * (design contests, corrections).
 */
export interface Division {
  divided: boolean | null;
  descriptions: readonly EformsNode[];
}

export function divisionOf(object: EformsNode | null): Division {
  const descriptions = object?.children('OBJECT_DESCR') ?? [];
  if (object?.first('LOT_DIVISION') != null || descriptions.length > 1) return { divided: true, descriptions };
  return { divided: object?.first('NO_LOT_DIVISION') != null ? false : null, descriptions };
}

/** The declared lots, in the order of their numbers. */
export function lotsOf({ divided, descriptions }: Division, collector: Collector): Lot[] {
  if (divided !== true) return [];
  return descriptions
    .map((description) => ({
      numero: numberOf(description),
      description: lotDescription(line(textOf(description.first('TITLE'))), textOf(description.first('SHORT_DESCR'))),
      budget: collector.keep('lots.budget', euros(description.first('VAL_OBJECT'))),
      // A lot's codes are all called additional, to the main one of the procedure; the first is the lot's own.
      cpv: collector.keep('lots.cpv', cpv(description.first('CPV_ADDITIONAL/CPV_CODE')?.attribute('CODE'))),
    }))
    .sort((a, b) => compareLotNumbers(a.numero, b.numero));
}

/** Number of a lot as its buyer wrote it, without zeros in front; its rank in the form where it has none. */
export function numberOf(description: EformsNode): string {
  const written = trimmed(description.first('LOT_NO')) ?? description.attribute('ITEM') ?? '1';
  return plainLotNumber(written);
}

/** `01` -> `1`; what is no number (« 1 à 3 », « Unique ») stays as it is written. */
export function plainLotNumber(written: string): string {
  return /^\d+$/.test(written) ? written.replace(/^0+(?=\d)/, '') : written.slice(0, 100);
}
