import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** Bodies from this size on are compressed when the client accepts it, in bytes. */
const THRESHOLD = 1_024;

export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: THRESHOLD,
  encodings: ['gzip'],
  zlibOptions: { level: constants.Z_BEST_SPEED },
};
