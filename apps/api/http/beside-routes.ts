import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './send-refusal.js';
import { toldRefusal } from './told-refusal.js';

/**
 * Serves what stands beside Nest's routes, errors in the same envelope: Nest sets its own error handler on the server
 * once this is registered, too late for it.
 */
export async function besideRoutes(fastify: FastifyInstance, define: (scope: FastifyInstance) => void): Promise<void> {
  await fastify.register((scope, _options, done) => {
    scope.setErrorHandler((error, request, reply) => sendRefusal(reply, toldRefusal(error, `Request ${request.id}`)));
    define(scope);
    done();
  });
}
