import type { PublicationKind, RejectionReason } from '../publication.js';
import { at, type Node, nodes, word, words } from './json.js';

/** Tags of the code list releaseTag, by what they make of a release. */
const CANCELLATION = ['tenderCancellation'];
const AWARD = ['award', 'awardUpdate', 'contract'];
const CORRECTION = ['tenderAmendment', 'tenderUpdate'];
const TENDER = ['tender'];
/** Known, and nothing that the service holds. */
const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  planning: 'a plan, not a tender',
  planningUpdate: 'a plan, not a tender',
  awardCancellation: 'cancellation of an award',
  contractUpdate: 'change of a contract',
  contractAmendment: 'change of a contract',
  contractTermination: 'end of a contract',
  implementation: 'implementation of a contract',
  implementationUpdate: 'implementation of a contract',
};

/** Values of tender.status (and of lots[].status) after which nobody can answer any more, without an award. */
const ENDED = new Set(['cancelled', 'unsuccessful', 'withdrawn']);

export type ReleaseKind = { ok: true; kind: PublicationKind } | { ok: false; reason: RejectionReason; detail: string };

/**
 * What a release is, by its tags and `tender.status`. Of several tags the last step of the process counts: a release
 * that brings tender and award together is an award. A tender that carries amendments was published before.
 */
export function kindOf(release: Node): ReleaseKind {
  const tags = new Set(words(at(release, 'tag')));
  const status = statusOf(at(release, 'tender'));
  const has = (some: readonly string[]) => some.some((tag) => tags.has(tag));
  if (tags.has('compiled')) return refusal('unknown_format', 'tag compiled: releases are read, not compiled records');
  if (has(CANCELLATION)) return { ok: true, kind: 'cancellation' };
  if (has(AWARD)) return { ok: true, kind: 'attribution' };
  if (has(CORRECTION) || has(TENDER)) {
    if (status !== null && ENDED.has(status)) return { ok: true, kind: 'cancellation' };
    if (status === 'planned' || status === 'planning')
      return refusal('out_of_scope', `tender.status ${status}: not open yet`);
    const amended = nodes(at(release, 'tender', 'amendments')).length > 0;
    return { ok: true, kind: has(CORRECTION) || amended ? 'correction' : 'initial' };
  }
  const [first] = tags;
  if (first === undefined) return refusal('incomplete', 'no tag');
  const known = [...tags].find((tag) => Object.hasOwn(OUT_OF_SCOPE, tag));
  if (known !== undefined) return refusal('out_of_scope', `tag ${known}: ${OUT_OF_SCOPE[known] ?? ''}`);
  return refusal('unknown_format', `unknown tag ${first.slice(0, 50)}`);
}

/** `status` of a tender or a lot; null when it gives none. */
export function statusOf(holder: unknown): string | null {
  return word(at(holder, 'status'));
}

export function isEnded(holder: unknown): boolean {
  return ENDED.has(statusOf(holder) ?? '');
}

function refusal(reason: RejectionReason, detail: string): ReleaseKind {
  return { ok: false, reason, detail };
}
