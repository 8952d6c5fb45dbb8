import type { RateVerdict } from '#access/limits/rate-limiter';
import { ContractError } from '#contract/errors';
import type { Passage } from './passage.js';

/** X-RateLimit-*: the window of the key once it is known, of the address until then. */
export function setRateHeaders(passage: Passage, verdict: RateVerdict): void {
  passage.headers.set('X-RateLimit-Limit', String(verdict.limite));
  passage.headers.set('X-RateLimit-Remaining', String(verdict.restant));
  passage.headers.set('X-RateLimit-Reset', String(verdict.reset));
}

/** Puts the window's headers on the answer. @throws ContractError rate_limited when the window is full. */
export function applyRate(passage: Passage, verdict: RateVerdict, whose: string): void {
  setRateHeaders(passage, verdict);
  if (verdict.allowed) return;
  throw new ContractError(
    'rate_limited',
    `Limite de ${verdict.limite} requêtes par minute atteinte pour ${whose} : réessayez dans ${verdict.retryAfter} s.`,
    { 'Retry-After': String(verdict.retryAfter) },
  );
}
