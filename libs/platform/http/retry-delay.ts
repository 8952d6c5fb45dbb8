export interface RetrySettings {
  /** Mean of the first wait; doubled each time. */
  firstMs: number;
  maxMs: number;
  /** Longest `Retry-After` that a run waits for; beyond, the run fails and its own schedule takes over. */
  maxRetryAfterMs: number;
  /** Uniform in [0, 1). */
  random: () => number;
}

const DEFAULTS: RetrySettings = { firstMs: 500, maxMs: 30_000, maxRetryAfterMs: 60_000, random: Math.random };

/**
 * How long to wait before the next attempt, in milliseconds; null when the server asks for more than we wait.
 * Jitter of half the wait, so that clients that failed together do not come back together.
 * @param tried attempts made so far, from 1.
 * @param retryAfterMs what the server asked for, if it did.
 */
export function retryDelay(
  tried: number,
  retryAfterMs: number | null,
  settings: Partial<RetrySettings> = {},
): number | null {
  const { firstMs, maxMs, maxRetryAfterMs, random } = { ...DEFAULTS, ...settings };
  if (retryAfterMs !== null) return retryAfterMs > maxRetryAfterMs ? null : retryAfterMs;
  const wait = Math.min(firstMs * 2 ** (tried - 1), maxMs);
  return Math.round(wait * (0.5 + random()));
}

/** `Retry-After` in milliseconds: seconds or a date; null when absent or unreadable. */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
