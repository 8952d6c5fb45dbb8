import type { IdentityKeys } from '../publication.js';
import { consultationKeys } from '../values/url.js';
import { boampNumbers } from './boamp-number.js';
import { inExtension } from './extension.js';
import { codeOf, textUnder } from './language.js';
import type { EformsNode } from './node.js';
import { ojKey, reference } from './notice-reference.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How this notice is named by later ones: notice identifier and version, `a638ab6b-…-01`. */
export function aliasesOf(root: EformsNode): string[] {
  const identifier = noticeId(root);
  if (identifier === null || !UUID.test(identifier)) return [];
  const version = codeOf(root.first('cbc:VersionID')) ?? '01';
  return [reference(`${identifier}-${version}`)];
}

/** The notice's own identifier, without its version. */
export function noticeId(root: EformsNode): string | null {
  const ids = root.children('cbc:ID');
  return codeOf(ids.find((id) => id.attribute('schemeName') === 'notice-id') ?? ids[0]);
}

/** Number given by the gazette, `47522-2024`; only notices published by TED carry one. */
export function publicationNumber(root: EformsNode): string | null {
  const number = codeOf(inExtension(root, 'efac:Publication/efbc:NoticePublicationID')[0]);
  return number === null ? null : reference(number);
}

/** The notices that this one changes, then those that it says to follow, in their canonical spelling. */
export function citationsOf(root: EformsNode): string[] {
  const changed = inExtension(root, 'efac:Changes/efbc:ChangedNoticeIdentifier');
  const followed = root.all('cac:TenderingProcess/cac:NoticeDocumentReference/cbc:ID');
  const byLot = root.all('cac:ProcurementProjectLot/cac:TenderingProcess/cac:NoticeDocumentReference/cbc:ID');
  const cited = [...changed, ...followed, ...byLot].flatMap((node) => codeOf(node) ?? []).map(reference);
  const own = new Set([...aliasesOf(root), publicationNumber(root)]);
  return [...new Set(cited)].filter((citation) => !own.has(citation));
}

/** What proves that publications of several sources are the same notice (docs/sources.md, C.3). */
export function keysOf(root: EformsNode, cites: readonly string[]): IdentityKeys {
  const folder = codeOf(root.first('cbc:ContractFolderID'));
  const numbers = [publicationNumber(root) ?? '', ...cites].flatMap((number) => ojKey(number) ?? []);
  // Organisations are left out: their sites are addresses of buyers and tribunals, not of a consultation.
  const words = ['cac:ContractingParty', 'cac:TenderingProcess', 'cac:ProcurementProject', 'cac:ProcurementProjectLot']
    .flatMap((name) => root.children(name))
    .map(textUnder)
    .join(' ');
  return {
    procedure_uuid: folder !== null && UUID.test(folder) ? folder.toLowerCase() : null,
    joue: [...new Set(numbers)],
    boamp: boampNumbers(words),
    consultations: consultationKeys(words),
    reference_acheteur: codeOf(root.first('cac:ProcurementProject/cbc:ID')),
  };
}
