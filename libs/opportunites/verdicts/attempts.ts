import { setTimeout as pause } from 'node:timers/promises';
import { retryDelay, type RetrySettings } from '#platform/http/retry-delay';
import { EvaluationFault, type Reponse } from './modele.js';

/** Requests for one evaluation, when the service fails. */
export const ATTEMPTS = 3;
/** When what it answers cannot be used: asked the same thing, a model may do better once. */
const MALFORMED_ATTEMPTS = 2;
export const RETRY: Partial<RetrySettings> = { firstMs: 1000, maxRetryAfterMs: 60_000 };

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/**
 * Asks until there is an answer or no hope of one.
 * @param ask one request; what it throws besides an EvaluationFault ends the attempts.
 * @throws EvaluationFault the last one.
 */
export async function withAttempts(
  ask: () => Promise<Reponse>,
  signal: AbortSignal,
  retry: Partial<RetrySettings> = RETRY,
): Promise<Reponse> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EvaluationFault) || tried >= attemptsFor(error)) throw error;
      const delay = retryDelay(tried, error.retryAfterMs, retry);
      if (delay === null) throw error;
      await pause(delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new EvaluationFault('aborted');
    }
  }
}

function attemptsFor({ reason, status }: EvaluationFault): number {
  if (reason === 'malformed') return MALFORMED_ATTEMPTS;
  if (reason === 'status') return PASSING_STATUSES.has(status ?? 0) ? ATTEMPTS : 1;
  return reason === 'timeout' || reason === 'unreachable' ? ATTEMPTS : 1;
}
