import { inExtension } from './extension.js';
import { codeOf } from './language.js';
import { lotNumber } from './lot-number.js';
import type { EformsNode } from './node.js';

/** Results after which a lot is no longer open: a winner, or the end without one (code list winner-selection-status). */
const FINAL = new Set(['selec-w', 'clos-nw']);

export interface AwardScope {
  /** Whether every lot of this notice has a final result. */
  closes: boolean;
  /** Numbers of the lots with a final result; `[]` when the procedure is not divided. */
  lots: string[];
}

/**
 * Which lots an award ends. Purchases made within a dynamic purchasing system are awarded while the system stays open,
 * unless the notice terminates it.
 */
export function awardScope(root: EformsNode, lots: readonly EformsNode[]): AwardScope {
  const results = inExtension(root, 'efac:NoticeResult/efac:LotResult');
  const ended = new Set(
    results.filter(isFinal).flatMap((result) => codeOf(result.first('efac:TenderLot/cbc:ID')) ?? []),
  );
  const declared = lots.map((lot) => codeOf(lot.first('cbc:ID')) ?? '');
  const complete = declared.length > 0 && declared.every((lot) => ended.has(lot));
  return {
    closes: complete && (!lots.some(isDynamic) || isTerminated(root)),
    lots: [...ended].flatMap((lot) => lotNumber(lot) ?? []),
  };
}

function isFinal(result: EformsNode): boolean {
  return FINAL.has(codeOf(result.first('cbc:TenderResultCode')) ?? '');
}

function isDynamic(lot: EformsNode): boolean {
  const systems = lot.all('cac:TenderingProcess/cac:ContractingSystem/cbc:ContractingSystemTypeCode');
  return systems.some((system) => system.attribute('listName') === 'dps-usage' && system.text.trim() !== 'none');
}

function isTerminated(root: EformsNode): boolean {
  return codeOf(root.first('cac:TenderingProcess/cbc:TerminatedIndicator')) === 'true';
}
