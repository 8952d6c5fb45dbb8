import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, isTemporary } from './errors.js';

export interface Retry {
  /** Tries of one request, the first included. */
  attempts: number;
  /** Longest `Retry-After` that a request waits for, in seconds; beyond, it fails with the refusal. */
  maxWait: number;
}

export const DEFAULT_RETRY: Retry = { attempts: 8, maxWait: 120 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Tries again while the failure is temporary: after what `Retry-After` asks, or after growing waits. */
export async function withRetry<T>(retry: Retry, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      const wait = waitBefore(tried, error, retry, Math.random);
      if (wait === null || signal?.aborted === true) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}

/**
 * Milliseconds to wait before the next try, or null when there must be none. Never less than the server asked for;
 * the random part keeps clients that failed together from coming back together.
 * @param tried tries made so far, from 1. @param random uniform in [0, 1).
 */
export function waitBefore(tried: number, error: unknown, retry: Retry, random: () => number): number | null {
  if (!isTemporary(error) || tried >= retry.attempts) return null;
  if (error instanceof ApiError && error.retryAfter !== null) {
    if (error.retryAfter > retry.maxWait) return null;
    return Math.round(error.retryAfter * 1000 + random() * 500);
  }
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS);
  return Math.round(longest * (0.5 + random() / 2));
}
