import { setTimeout as pause } from 'node:timers/promises';
import { Agent, interceptors, request } from 'undici';
import type { HttpAnswer, HttpClient, HttpOptions } from '#sources/adapter';
import { decompressed } from './decompressed.js';
import { type Download, type DownloadOptions, openDownload } from './download.js';
import { AttemptFault, faultOf, isWorthRetrying } from './fault.js';
import { askedHeaders, isConditional, toldHeaders } from './headers.js';
import { Lanes } from './lanes.js';
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

/** Requests of one lane go one after the other. */
export interface Lane {
  /** Absent: the host of each request. */
  key?: string;
  /** Least time between the end of a request and the start of the next, in milliseconds; none when absent. */
  pauseMs?: number;
}

/** Connections to the sources, shared by all runs of a process. */
export interface HttpGateway {
  /** The client of one run: `signal` ends what it has under way. */
  client(signal: AbortSignal, lane?: Lane): HttpClient;
  /** Opens a file of any size, to be read as it comes; null when it is still what `options` say. @throws HttpFault. */
  download(url: string, options: DownloadOptions, signal: AbortSignal): Promise<Download | null>;
  close(): Promise<void>;
}

const DEADLINE_MS = 300_000;
const MAX_REDIRECTIONS = 3;
const ERROR_BODY_MAX = 65_536;
const NOT_MODIFIED = 304;
const FORM = 'application/x-www-form-urlencoded';

/** One request at a time a host, or a lane: sources are public services and we are one guest of theirs. */
export function createHttpGateway(settings: HttpSettings): HttpGateway {
  const agent = new Agent({
    connectTimeout: settings.timeoutMs,
    headersTimeout: settings.timeoutMs,
    bodyTimeout: settings.timeoutMs,
    maxHeaderSize: 32_768,
  });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
  const lanes = new Lanes();
  return {
    client: (signal, lane = {}) => {
      const ask = (url: string, what: Outgoing, options: HttpOptions | undefined) =>
        lanes.run(lane.key ?? new URL(url).host, lane.pauseMs ?? 0, () =>
          attempt(url, signal, () => once(url, what, options ?? {}, signal)),
        );
      return {
        get: (url, options) => ask(url, { method: 'GET' }, options),
        post: (url, json, options) => ask(url, posted('application/json', JSON.stringify(json)), options),
        postForm: (url, fields, options) => ask(url, posted(FORM, new URLSearchParams(fields).toString()), options),
      };
    },
    download: (url, options, signal) =>
      attempt(url, signal, () => openDownload(url, options, { userAgent: settings.userAgent, dispatcher, signal })),
    close: () => agent.destroy(),
  };

  async function attempt<T>(url: string, signal: AbortSignal, once: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await once();
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
      headers: { 'user-agent': settings.userAgent, ...askedHeaders(options), ...what.headers },
    });
    const { statusCode, headers } = answer;
    if (statusCode === NOT_MODIFIED && isConditional(options)) {
      await answer.body.dump({ limit: ERROR_BODY_MAX }).catch(() => undefined);
      return { status: statusCode, body: Buffer.alloc(0), ...toldHeaders(headers) };
    }
    if (statusCode < 200 || statusCode > 299) {
      // Read away, within reason, so that the connection serves the next request.
      await answer.body.dump({ limit: ERROR_BODY_MAX }).catch(() => undefined);
      const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
      throw new AttemptFault('status', `${url} answered ${statusCode}`, statusCode, retryAfterMs);
    }
    const plain = decompressed(answer.body, headers['content-encoding']);
    const body = await readCapped(plain, options.maxBytes ?? settings.maxBytes, url);
    return { status: statusCode, body, ...toldHeaders(headers) };
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
