import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { ApiSettings } from '../settings.js';
import { answerBrokenConnection, answerUnreadable } from './unreadable-requests.js';

/** A search of 200 characters and every list full fit many times; more is not a request of this API. */
const HEADERS_BYTES_MAX = 32 * 1024;
const BODY_BYTES_MAX = 64 * 1024;
/** A client that sends its request slower than this is cut, in milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;

/** Fastify's own options. */
export function serverOptions({ trustProxy }: Pick<ApiSettings, 'trustProxy'>): FastifyHttpOptions<Server> {
  return {
    trustProxy,
    genReqId: () => randomUUID(),
    // Any other method is an unknown route (404), HEAD included.
    exposeHeadRoutes: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: HEADERS_BYTES_MAX, ignoreTrailingSlash: false },
    http: { maxHeaderSize: HEADERS_BYTES_MAX },
    frameworkErrors: answerUnreadable,
    clientErrorHandler: answerBrokenConnection,
  };
}
