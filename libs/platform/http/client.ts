import { setTimeout as pause } from 'node:timers/promises';
import { Agent, interceptors, request } from 'undici';
import type { HttpAnswer, HttpClient, HttpOptions } from '#sources/adapter';
import { decompressed } from './decompressed.js';
import { AttemptFault, faultOf, isWorthRetrying } from './fault.js';
import { HostQueue } from './host-queue.js';
import { readCapped } from './read-capped.js';
import { readRetryAfter, retryDelay, type RetrySettings } from './retry-delay.js';

export interface HttpSettings {
  userAgent: string;
  /** Longest wait for a connection, for the head of an answer, and between two pieces of its body. */
  timeoutMs: number;
  /** Longest time for one answer from start to end: a server that drips a byte at a time does not hold us. */
  deadlineMs?: number;
  /** Largest body accepted when the caller does not say. */
  maxBytes: number;
  /** How often a request is tried in all. */
  attempts: number;
  retry?: Partial<RetrySettings>;
}

/** Connections to the sources, shared by all runs of a process. */
export interface HttpGateway {
  /** The client of one run: `signal` ends what it has under way. */
  client(signal: AbortSignal): HttpClient;
  close(): Promise<void>;
}

const DEADLINE_MS = 300_000;
const MAX_REDIRECTIONS = 3;
const ERROR_BODY_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';

/** One request at a time a host: sources are public services and we are one guest of theirs. */
export function createHttpGateway(settings: HttpSettings): HttpGateway {
  const agent = new Agent({
    connectTimeout: settings.timeoutMs,
    headersTimeout: settings.timeoutMs,
    bodyTimeout: settings.timeoutMs,
    maxHeaderSize: 32_768,
  });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
  const hosts = new HostQueue();
  return {
    client: (signal) => ({
      get: (url, options) => hosts.run(url, () => attempt(url, { method: 'GET' }, options, signal)),
      post: (url, json, options) =>
        hosts.run(url, () => attempt(url, posted('application/json', JSON.stringify(json)), options, signal)),
      postForm: (url, fields, options) =>
        hosts.run(url, () => attempt(url, posted(FORM, new URLSearchParams(fields).toString()), options, signal)),
    }),
    close: () => agent.destroy(),
  };

  async function attempt(
    url: string,
    what: Outgoing,
    options: HttpOptions | undefined,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    for (let tried = 1; ; tried++) {
      try {
        return await once(url, what, options ?? {}, signal);
      } catch (error) {
        const fault = faultOf(error, url, signal);
        if (!isWorthRetrying(fault) || tried >= settings.attempts) throw fault;
        const delay = retryDelay(tried, fault.retryAfterMs, settings.retry);
        if (delay === null) throw fault;
        // A stop cuts the wait short; the next attempt then ends at once as aborted.
        await pause(delay, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function once(url: string, what: Outgoing, options: HttpOptions, signal: AbortSignal): Promise<HttpAnswer> {
    const deadline = AbortSignal.timeout(settings.deadlineMs ?? DEADLINE_MS);
    const answer = await request(url, {
      method: what.method,
      body: what.body ?? null,
      dispatcher,
      signal: AbortSignal.any([signal, deadline]),
      headers: {
        'user-agent': settings.userAgent,
        accept: options.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate',
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        ...what.headers,
      },
    });
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      // Read away, within reason, so that the connection serves the next request.
      await answer.body.dump({ limit: ERROR_BODY_MAX }).catch(() => undefined);
      const { statusCode, headers } = answer;
      const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
      throw new AttemptFault('status', `${url} answered ${statusCode}`, statusCode, retryAfterMs);
    }
    const plain = decompressed(answer.body, answer.headers['content-encoding']);
    const body = await readCapped(plain, options.maxBytes ?? settings.maxBytes, url);
    const cookies = cookiesOf(answer.headers['set-cookie']);
    return {
      status: answer.statusCode,
      type: mediaType(answer.headers['content-type']),
      body,
      ...(cookies.length === 0 ? {} : { cookies }),
    };
  }
}

interface Outgoing {
  method: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
}

function posted(type: string, body: string): Outgoing {
  return { method: 'POST', body, headers: { 'content-type': type } };
}

/** `PHPSESSID=x; path=/; HttpOnly` -> `PHPSESSID=x`. */
function cookiesOf(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().map((cookie) => cookie.split(';')[0]?.trim() ?? '');
}

/** `Application/JSON; charset=utf-8` -> `application/json`. */
function mediaType(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(';')[0]?.trim().toLowerCase() ?? '';
}
