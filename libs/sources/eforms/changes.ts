import { inExtension } from './extension.js';
import { CHANGE_REASONS } from './labels.js';
import { codeOf, inFrench } from './language.js';
import { lookup } from './lookup.js';
import { lotNumber } from './lot-number.js';
import type { EformsNode } from './node.js';

/** Why a notice changes another: the buyer's words, else what changed, else the label of the reason code. */
export function motifOf(root: EformsNode): string | null {
  const changes = inExtension(root, 'efac:Changes');
  const reasons = changes.flatMap((change) => change.all('efac:ChangeReason/efbc:ReasonDescription'));
  const descriptions = changes.flatMap((change) => change.children('efac:Change'));
  const told = descriptions.map((change) => inFrench(change.children('efbc:ChangeDescription')));
  const code = codeOf(changes.flatMap((change) => change.all('efac:ChangeReason/cbc:ReasonCode'))[0]);
  return inFrench(reasons) ?? joined(told) ?? lookup(CHANGE_REASONS, code) ?? null;
}

/** Numbers of the lots named by the changed sections; `[]` when the change is of the procedure or names none. */
export function changedLots(root: EformsNode): string[] {
  const sections = inExtension(root, 'efac:Changes/efac:Change/efac:ChangedSection/efbc:ChangedSectionIdentifier');
  const numbers = sections.map((section) => lotNumber(section.text));
  return numbers.some((number) => number === null) ? [] : [...new Set(numbers.filter((number) => number !== null))];
}

function joined(texts: readonly (string | null)[]): string | null {
  const told = [...new Set(texts.filter((item) => item !== null))];
  return told.length === 0 ? null : told.join('\n');
}
