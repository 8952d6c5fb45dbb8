import { ContractError } from '#contract/errors';

/** Seconds after which a client may come back when nothing tells more. */
const RETRY_AFTER_SECONDS = 30;

/** 503 of everything but the concurrency cap, which is over sooner. */
export function unavailable(message: string, retryAfter = RETRY_AFTER_SECONDS): ContractError {
  return new ContractError('unavailable', message, { 'Retry-After': String(retryAfter) });
}
