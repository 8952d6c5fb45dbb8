import type { PublicationKind, RejectionReason } from '../publication.js';
import { inExtension } from './extension.js';
import { codeOf } from './language.js';
import { lookup } from './lookup.js';
import type { EformsNode } from './node.js';

/** `cancel` is the only reason that ends a notice; an intention or a suspension changes nothing that is served. */
const CANCELLED = 'cancel';

const COMPETITION = new Set([
  'cn-standard',
  'cn-social',
  'cn-desg',
  'pin-cfc-standard',
  'pin-cfc-social',
  'qu-sy',
  'subco',
]);
const RESULT = new Set(['can-standard', 'can-social', 'can-desg', 'can-tran']);
/** Kinds that exist and that the service does not hold, with what to tell the operator. */
const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  'pin-buyer': 'prior information notice on a buyer profile',
  'pin-only': 'prior information notice',
  'pin-rtl': 'prior information notice',
  'pin-tran': 'prior information notice of public transport services',
  pmc: 'pre-market consultation',
  veat: 'intention to conclude a contract',
  'can-modif': 'change of a contract',
  compl: 'completion of a contract',
  'brin-ecs': 'business registration',
  'brin-eeig': 'business registration',
};

export type EformsKind =
  { ok: true; kind: PublicationKind; award: boolean } | { ok: false; reason: RejectionReason; detail: string };

/**
 * What an eForms notice is, by its notice type and the reason of its change (docs/sources.md, C.1 and C.2). A corrected
 * award is an award again: it replaces the facts of the first one and has no tender to overlay.
 */
export function kindOf(root: EformsNode): EformsKind {
  const node = root.first('cbc:NoticeTypeCode');
  const type = codeOf(node);
  if (type === null) return { ok: false, reason: 'incomplete', detail: 'no cbc:NoticeTypeCode' };
  const scope = lookup(OUT_OF_SCOPE, type);
  if (scope !== undefined) return { ok: false, reason: 'out_of_scope', detail: `${type}: ${scope}` };

  const form = node?.attribute('listName');
  if (RESULT.has(type) || (!COMPETITION.has(type) && form === 'result')) {
    return { ok: true, kind: 'attribution', award: true };
  }
  if (!COMPETITION.has(type) && form !== 'competition') {
    return { ok: false, reason: 'unknown_format', detail: `unknown cbc:NoticeTypeCode ${type.slice(0, 50)}` };
  }
  const reasons = changeReasons(root);
  if (reasons === null) return { ok: true, kind: 'initial', award: false };
  return { ok: true, kind: reasons.includes(CANCELLED) ? 'cancellation' : 'correction', award: false };
}

/** The reason codes of a change; null when the notice changes no other. */
function changeReasons(root: EformsNode): string[] | null {
  const changes = inExtension(root, 'efac:Changes');
  if (!changes.some((change) => codeOf(change.first('efbc:ChangedNoticeIdentifier')) !== null)) return null;
  return changes.flatMap((change) => change.all('efac:ChangeReason/cbc:ReasonCode')).map((code) => code.text.trim());
}
