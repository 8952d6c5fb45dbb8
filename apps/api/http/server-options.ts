import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { ApiSettings } from '../settings.js';
import { readableAddress } from './readable-address.js';
import { answerBrokenConnection, answerUnreadable } from './unreadable-requests.js';

/** A search of 200 characters and every list full fit many times; more is not a request of this API. */
const HEADERS_BYTES_MAX = 32 * 1024;
const BODY_BYTES_MAX = 64 * 1024;
/** How late a client may be found too slow, in milliseconds. */
const CHECK_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;

/** Fastify's own options. */
export function serverOptions(
  settings: Pick<ApiSettings, 'trustProxy' | 'clientTimeoutMs'>,
): FastifyHttpOptions<Server> {
  const { trustProxy, clientTimeoutMs } = settings;
  return {
    trustProxy,
    genReqId: () => randomUUID(),
    // Any other method is an unknown route (404), HEAD included.
    exposeHeadRoutes: false,
    // What still arrives while the server ends is answered like anything else, and its connection closed (draining.ts).
    return503OnClosing: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: clientTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: HEADERS_BYTES_MAX, ignoreTrailingSlash: false },
    http: {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: clientTimeoutMs,
      requestTimeout: clientTimeoutMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      // Node would refuse by itself, without a body or an identifier.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBrokenConnection,
  };
}
