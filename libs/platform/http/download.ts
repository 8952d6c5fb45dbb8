import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { decompressed } from './decompressed.js';
import { AttemptFault, faultOf } from './fault.js';
import { askedHeaders, isConditional, toldHeaders } from './headers.js';
import { readRetryAfter } from './retry-delay.js';

/** A large file, read as it comes. */
export interface Download {
  /** As the server tells them; null when it does not. */
  etag: string | null;
  lastModified: string | null;
  /** Size as it is sent; null when the server does not say, or compresses. */
  bytes: number | null;
  /** Throws `HttpFault` when it breaks off. Whoever stops reading it ends the transfer. */
  body: AsyncIterable<Uint8Array>;
}

export interface DownloadOptions {
  /** What the last download said of itself. */
  etag?: string | null;
  lastModified?: string | null;
}

const NOT_MODIFIED = 304;
const ERROR_BODY_MAX = 65_536;

/**
 * Opens a file of any size: silence is bounded (by the dispatcher), neither size nor time is.
 * @returns null when it is still what the last download said (304).
 * @throws AttemptFault.
 */
export async function openDownload(
  url: string,
  options: DownloadOptions,
  { userAgent, dispatcher, signal }: { userAgent: string; dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Download | null> {
  const conditions = {
    ...(options.etag == null ? {} : { ifNoneMatch: options.etag }),
    ...(options.lastModified == null ? {} : { ifModifiedSince: options.lastModified }),
  };
  const answer = await request(url, {
    dispatcher,
    signal,
    headers: { 'user-agent': userAgent, ...askedHeaders(conditions) },
  });
  const { statusCode, headers } = answer;
  if (statusCode < 200 || statusCode > 299) {
    await answer.body.dump({ limit: ERROR_BODY_MAX }).catch(() => undefined);
    if (statusCode === NOT_MODIFIED && isConditional(conditions)) return null;
    const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
    throw new AttemptFault('status', `${url} answered ${statusCode}`, statusCode, retryAfterMs);
  }
  const { etag, lastModified } = toldHeaders(headers);
  const encoding = headers['content-encoding'];
  const length = Number(headers['content-length'] ?? Number.NaN);
  return {
    etag: etag ?? null,
    lastModified: lastModified ?? null,
    bytes: encoding === undefined && Number.isSafeInteger(length) ? length : null,
    body: stated(decompressed(answer.body, encoding), url, signal),
  };
}

/** The pieces of a body; what breaks it off is told in our words. */
async function* stated(body: Readable, url: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    throw faultOf(error, url, signal);
  }
}
