import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.js';

/**
 * Serves what stands beside Nest's routes, errors in the same envelope: Nest sets its own error handler on the server
 * once this is registered, too late for it.
 */
export async function besideRoutes(fastify: FastifyInstance, define: (scope: FastifyInstance) => void): Promise<void> {
  await fastify.register((scope, _options, done) => {
    scope.setErrorHandler(refuse);
    define(scope);
    done();
  });
}
