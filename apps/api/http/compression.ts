import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** Bodies from this size on are compressed when the client accepts it, in bytes. */
const THRESHOLD = 1_024;

/** Those of the plugin, and the tools' answers: to older clients they are a stream of one event, whole when it is sent. */
const TYPES = /^text\/|[+/]json(?:;|$)|[+/]xml(?:;|$)/u;

export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: THRESHOLD,
  encodings: ['gzip'],
  customTypes: TYPES,
  zlibOptions: { level: constants.Z_BEST_SPEED },
};
