import type { ErrorEnvelope } from '#contract/errors';
import { ApiError, QuotaExceededError, UnreachableError } from './errors.js';

export interface Request {
  url: string;
  /** Null for the routes without key. */
  cle: string | null;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * One GET, without retry. Redirections are not followed: the key would travel to another host.
 * @throws ApiError, QuotaExceededError, UnreachableError.
 */
export async function send({ url, cle, timeoutMs, signal }: Request): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (cle !== null) headers['X-API-Key'] = cle;
  const timeout = AbortSignal.timeout(timeoutMs);
  let answer: Response;
  let text: string;
  try {
    const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    answer = await fetch(url, { headers, redirect: 'manual', signal: ends });
    text = await answer.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw unreachable(url, error);
  }
  if (answer.status !== 200) throw refusal(answer, text);
  return parse(url, text);
}

function parse(url: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreachable(url, error);
  }
}

function refusal(answer: Response, text: string): ApiError {
  const { status, headers } = answer;
  const retryAfter = readSeconds(headers.get('retry-after'));
  const requestId = headers.get('x-request-id');
  const error = envelope(text);
  if (error?.code === 'quota_exceeded') {
    return new QuotaExceededError(status, error.message, retryAfter, requestId, new Date());
  }
  if (error !== null) return new ApiError(error.code, status, error.message, retryAfter, requestId);
  const location = headers.get('location');
  const why = location === null ? 'une réponse qui n’est pas de l’API' : `une redirection vers ${location}`;
  return new ApiError(null, status, `HTTP ${status} : ${why}. Vérifiez l’adresse de base.`, retryAfter, requestId);
}

function envelope(text: string): ErrorEnvelope['error'] | null {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorEnvelope>;
    return typeof error?.code === 'string' ? error : null;
  } catch {
    return null;
  }
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

function unreachable(url: string, cause: unknown): UnreachableError {
  const { origin } = new URL(url);
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new UnreachableError(`Pas de réponse complète de ${origin} : ${reason}.`, { cause });
}

/** `fetch` says only « fetch failed » and keeps the reason in its cause. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
