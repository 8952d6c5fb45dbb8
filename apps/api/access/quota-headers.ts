import type { QuotaState } from '#access/quota/quota';
import type { Passage } from './passage.js';

/** X-Quota-*: daily limit of the route's family and records left today. */
export function setQuotaHeaders(passage: Passage, state: QuotaState): void {
  passage.headers.set('X-Quota-Limit', String(state.limite));
  passage.headers.set('X-Quota-Remaining', String(state.restant));
}
