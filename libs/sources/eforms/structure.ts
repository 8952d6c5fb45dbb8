import { inExtension } from './extension.js';
import { codeOf, inFrench } from './language.js';
import { lotElements } from './lots.js';
import type { EformsNode } from './node.js';
import { identifierOf } from './organisations.js';

type Check = readonly [what: string, holds: (root: EformsNode) => boolean];

/** Parts without which TED publishes nothing (eForms SDK, rules common to every notice subtype that we keep). */
const CHECKS: readonly Check[] = [
  ['no cbc:CustomizationID', (root) => given(root, 'cbc:CustomizationID')],
  ['no notice identifier in cbc:ID', (root) => given(root, 'cbc:ID')],
  ['no cbc:VersionID', (root) => given(root, 'cbc:VersionID')],
  ['no cbc:ContractFolderID', (root) => given(root, 'cbc:ContractFolderID')],
  ['no contracting party', (root) => given(root, 'cac:ContractingParty/cac:Party/cac:PartyIdentification/cbc:ID')],
  [
    'an efac:Organization has no identifier',
    (root) => organisations(root).every((node) => identifierOf(node) !== null),
  ],
  ['no cac:ProcurementProject/cbc:Name', (root) => inFrench(root.all('cac:ProcurementProject/cbc:Name')) !== null],
  ['no main CPV code of the procedure', (root) => given(root, `cac:ProcurementProject/${MAIN_CPV}`)],
  ['no lot with an identifier', (root) => lotElements(root).length > 0],
  ['a lot has no name', (root) => lotElements(root).every((lot) => given(lot, 'cac:ProcurementProject/cbc:Name'))],
  [
    'a lot has no main CPV code',
    (root) => lotElements(root).every((lot) => given(lot, `cac:ProcurementProject/${MAIN_CPV}`)),
  ],
  ['at most 0 lots could be awarded', (root) => root.all(MAX_AWARDED).every((node) => Number(node.text) > 0)],
];

const MAIN_CPV = 'cac:MainCommodityClassification/cbc:ItemClassificationCode';
const MAX_AWARDED = 'cac:TenderingTerms/cac:LotDistribution/cbc:MaximumLotsAwardedNumeric';

/**
 * Why a document is no complete eForms notice, naming the first part that is missing; null when it is one. TED refuses
 * such notices before it publishes them: seen here, the document was cut or made up.
 */
export function structureFault(root: EformsNode): string | null {
  return CHECKS.find(([, holds]) => !holds(root))?.[0] ?? null;
}

function given(node: EformsNode, path: string): boolean {
  return node.all(path).some((found) => codeOf(found) !== null);
}

function organisations(root: EformsNode): readonly EformsNode[] {
  return inExtension(root, 'efac:Organizations/efac:Organization');
}
