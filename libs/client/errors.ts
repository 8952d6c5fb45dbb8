import type { ErrorCode } from '#contract/errors';

/** A refusal by the API. Test `code`, not the message. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    /** The contract's code; null when the answer was not the API's (a proxy in between, a wrong address). */
    readonly code: ErrorCode | null,
    /** HTTP status. */
    readonly status: number,
    message: string,
    /** What `Retry-After` asked for, in seconds. */
    readonly retryAfter: number | null,
    /** `X-Request-Id`, to quote to support. */
    readonly requestId: string | null,
  ) {
    super(message);
  }
}

/** The day's quota is used up: nothing is served before midnight UTC. Resume then from the same position. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
  /** When to resume. */
  readonly resumeAt: Date;

  constructor(status: number, message: string, retryAfter: number | null, requestId: string | null, now: Date) {
    super('quota_exceeded', status, message, retryAfter, requestId);
    this.resumeAt = retryAfter === null ? nextMidnight(now) : new Date(now.getTime() + retryAfter * 1000);
  }
}

/** No whole answer came: refused, cut or silent connection. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Whether the same request may succeed later without anything being changed, the quota set apart. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.code === 'rate_limited' || error.code === 'unavailable' || error.status >= 500;
}

function nextMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
