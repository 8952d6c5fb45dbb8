import type { Lot } from '#contract/avis';
import type { Collector } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { compareLotNumbers, lotDescription } from '../values/lot.js';
import { line } from '../values/text.js';
import { codeOf, inFrench } from './language.js';
import { lotNumber } from './lot-number.js';
import { estimateOf } from './money.js';
import type { EformsNode } from './node.js';

/**
 * The elements of a notice's lots, the undivided `LOT-0000` included, in the order of their numbers. Parts of a
 * planning notice and groups of lots are no lots.
 */
export function lotElements(root: EformsNode): readonly EformsNode[] {
  return root
    .children('cac:ProcurementProjectLot')
    .filter((lot) => codeOf(lot.first('cbc:ID'))?.startsWith('LOT-'))
    .sort((a, b) => compareLotNumbers(numberOf(a) ?? '', numberOf(b) ?? ''));
}

/** Number of a lot element; null for the undivided one. */
export function numberOf(lot: EformsNode): string | null {
  return lotNumber(lot.first('cbc:ID')?.text ?? '');
}

/** The declared lots; `[]` for a procedure that is not divided. */
export function lotsOf(elements: readonly EformsNode[], collector: Collector): Lot[] {
  return elements.flatMap((element) => {
    const numero = numberOf(element);
    return numero === null ? [] : [lotOf(numero, element.first('cac:ProcurementProject'), collector)];
  });
}

function lotOf(numero: string, project: EformsNode | null, collector: Collector): Lot {
  const code = project?.first('cac:MainCommodityClassification/cbc:ItemClassificationCode');
  return {
    numero,
    description: lotDescription(
      line(inFrench(project?.children('cbc:Name') ?? [])),
      inFrench(project?.children('cbc:Description') ?? []),
    ),
    budget: collector.keep('lots.budget', estimateOf(project)),
    cpv: collector.keep('lots.cpv', cpv(codeOf(code))),
  };
}
