import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import type { Configuration } from '#platform/configuration/configuration';

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Fastify's own options. */
export function serverOptions(trustProxy: Configuration['trustProxy']): FastifyHttpOptions<Server> {
  return {
    trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A page left open in a browser must not hold the worker's end up.
    forceCloseConnections: true,
  };
}
