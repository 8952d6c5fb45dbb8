import type { Passage } from '../access/passage.js';
import type { Policy } from '../access/policy.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook (request-hooks.ts), before anything can refuse. */
    passage: Passage;
  }
  interface FastifyContextConfig {
    /** Of the routes declared with `@Route`; absent on the documentation page's files. */
    policy?: Policy;
  }
}
