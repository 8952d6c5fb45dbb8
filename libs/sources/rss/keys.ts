import { boampNumbers } from '../eforms/boamp-number.js';
import { ojKey, reference } from '../eforms/notice-reference.js';
import type { IdentityKeys } from '../publication.js';
import { consultationKeys } from '../values/url.js';

const OJ_CITATION = /\b20\d{2}\/S\s*\d{1,3}\s*[-–]\s*\d{1,9}\b/g;
const OJ_NAMED = /\b(?:JOUE|TED)\b[^\d\n]{0,40}(\d{1,8}-20\d{2})(?!\d)/gi;
/** Citations stand in short texts; rules take their time on a hostile one of megabytes. */
const TEXT_READ = 50_000;

/**
 * What proves that the notice is the same as another source's.
 * @param addresses of the item itself and of its links: those of a consultation count where they name one.
 */
export function keysOf(said: string, addresses: readonly string[], reference_acheteur: string | null): IdentityKeys {
  const text = said.slice(0, TEXT_READ);
  const numbers = [...text.matchAll(OJ_CITATION)].map(([citation]) => citation);
  const named = [...text.matchAll(OJ_NAMED)].map(([, number]) => number ?? '');
  return {
    procedure_uuid: null,
    joue: [...new Set([...numbers, ...named].flatMap((number) => ojKey(reference(number)) ?? []))],
    boamp: boampNumbers(text),
    consultations: consultationKeys(addresses.join('\n').slice(0, TEXT_READ)),
    reference_acheteur,
  };
}
