import type { Normalised, RejectionReason } from '../publication.js';

/** @param detail one sentence; cut at 500 characters. @param identifiant as far as the listing told it, maybe ''. */
export function rejected(reason: RejectionReason, detail: string, identifiant: string): Normalised {
  const known = identifiant === '' ? null : identifiant;
  return { ok: false, rejection: { reason, detail: detail.slice(0, 500), identifiant: known } };
}
