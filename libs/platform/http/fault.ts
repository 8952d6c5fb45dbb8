import { HttpFault } from '#sources/adapter';

/** A fault, and how long the server asked us to wait. */
export class AttemptFault extends HttpFault {
  constructor(
    reason: HttpFault['reason'],
    message: string,
    status: number | null = null,
    readonly retryAfterMs: number | null = null,
  ) {
    super(reason, message, status);
  }
}

/** Answers that another attempt may turn into a good one. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

export function isWorthRetrying(fault: AttemptFault): boolean {
  if (fault.reason === 'status') return PASSING_STATUSES.has(fault.status ?? 0);
  return fault.reason === 'timeout' || fault.reason === 'refused';
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** States what went wrong, from what undici or the network threw. */
export function faultOf(error: unknown, url: string, signal: AbortSignal): AttemptFault {
  if (error instanceof AttemptFault) return error;
  if (signal.aborted) return new AttemptFault('aborted', `The request to ${url} was stopped with its run`);
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || TIMEOUT_CODES.has(code ?? '')) {
    return new AttemptFault('timeout', `${url} did not answer in time`);
  }
  const reason = [code, message].filter(Boolean).join(': ');
  return new AttemptFault('refused', `${url} could not be read (${reason || String(error)})`);
}
