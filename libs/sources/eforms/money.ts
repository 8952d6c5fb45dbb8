import { amount } from '../values/amount.js';
import { type Cleaned, firstCleaned, kept, refused } from '../values/cleaned.js';
import { inExtension } from './extension.js';
import type { EformsNode } from './node.js';

/**
 * Estimated value of a `cac:ProcurementProject` (the procedure's or a lot's), in euros: the estimate, else the maximum of
 * the framework agreement. `0.00` means not given (docs/sources.md, B1.3).
 */
export function estimateOf(project: EformsNode | null): Cleaned<number> {
  const total = project?.first('cac:RequestedTenderTotal') ?? null;
  return firstCleaned(
    () => euros(total?.first('cbc:EstimatedOverallContractAmount')),
    () => euros(inExtension(total, 'efbc:FrameworkMaximumAmount')[0]),
  );
}

/** An amount in another currency is no budget in euros: kept raw. */
function euros(node: EformsNode | null | undefined): Cleaned<number> {
  if (node === null || node === undefined) return kept<number>(null);
  const currency = node.attribute('currencyID')?.trim() ?? 'EUR';
  return currency === 'EUR' ? amount(node.text) : refused('valeur_inconnue', `${node.text.trim()} ${currency}`);
}
