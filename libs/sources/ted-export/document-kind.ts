import { lookup } from '../eforms/lookup.js';
import type { PublicationKind } from '../publication.js';

/** `TD_DOCUMENT_TYPE/@CODE` of the notices that are kept. */
const KEPT: Readonly<Record<string, PublicationKind>> = {
  '2': 'correction',
  '3': 'initial',
  A: 'initial',
  C: 'initial',
  D: 'initial',
  H: 'initial',
  M: 'initial',
  O: 'initial',
  '7': 'attribution',
  J: 'attribution',
  R: 'attribution',
};

/** `TD_DOCUMENT_TYPE/@CODE` of those that the service does not hold, with what to tell the operator. */
const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  '0': 'prior information notice',
  B: 'buyer profile',
  K: 'change of a contract',
  P: 'periodic indicative notice',
  Q: 'qualification system without call for competition',
  V: 'intention to conclude a contract (voluntary ex ante transparency)',
};

export type DocumentKind =
  { kind: PublicationKind; outOfScope: null } | { kind: null; outOfScope: string } | { kind: null; outOfScope: null };

/** What a document is, by its type code; both null for a code that no mapper knows. A form F14 is always a correction. */
export function documentKind(code: string | null, form: string): DocumentKind {
  const kind = form === 'F14_2014' ? 'correction' : lookup(KEPT, code);
  if (kind !== undefined) return { kind, outOfScope: null };
  return { kind: null, outOfScope: lookup(OUT_OF_SCOPE, code) ?? null };
}
