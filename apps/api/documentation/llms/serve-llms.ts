import type { FastifyInstance } from 'fastify';
import { fullText } from './full-text.js';
import { FULL_PATH, INDEX_PATH, type Guide } from './guide.js';
import { indexText } from './index-text.js';

/** It changes with a release or a setting. */
const AN_HOUR = 'public, max-age=3600';

/** Serves the documentation for language models, at the root where they look for it. Written once. */
export function serveLlms(fastify: FastifyInstance, guide: Guide): void {
  const serve = (path: string, text: string) =>
    fastify.get(path, (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', AN_HOUR).send(text),
    );
  serve(INDEX_PATH, indexText(guide));
  serve(FULL_PATH, fullText(guide));
}
