import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readQueryString } from '#contract/parameters/query-string';
import { Chain } from '../access/chain.js';
import { Passage } from '../access/passage.js';
import { Settlement } from '../access/settlement.js';
import type { UsageRecorder } from '#access/usage/recorder';
import { MCP_POLICY } from '../mcp/mcp-policy.js';
import type { RequestMetrics } from '../observation/request-metrics.js';
import { keyOf } from './key-of.js';
import { refusalOf } from './refusal-of.js';
import { routeName } from './route-name.js';
import { onceEnded } from './once-ended.js';
import { cutSlowReader } from './slow-readers.js';
import './fastify-types.js';

/** Contract: static, the only answer without X-Request-Id. */
const WITHOUT_REQUEST_ID = 'getOpenapi';

interface Parts {
  chain: Chain;
  settlement: Settlement;
  usage: UsageRecorder;
  metrics: RequestMetrics;
  /** Longest time to take an answer, in milliseconds. */
  clientTimeoutMs: number;
}

/** Puts the chain in front of every request, and what every answer carries behind it. */
export function installRequestHooks(
  fastify: FastifyInstance,
  { chain, settlement, usage, metrics, clientTimeoutMs }: Parts,
): void {
  fastify.decorateRequest('passage', null as never);

  fastify.addHook('onRequest', async (request, reply) => {
    const passage = new Passage(askOf(request));
    request.passage = passage;
    endWhenOver(request, reply, passage, { usage, metrics });
    try {
      await passage.during(() => entrance(chain, request, passage));
    } catch (error) {
      await settlement.showOnRefusal(passage, refusalOf(error).refusal);
      throw error;
    }
  });

  fastify.addHook('onSend', async (request, reply) => {
    const { passage } = request;
    cutSlowReader(request.raw.socket, reply.raw, clientTimeoutMs);
    for (const [name, value] of passage.headers) reply.header(name, value);
    if (passage.ask.policy?.operationId !== WITHOUT_REQUEST_ID) reply.header('X-Request-Id', passage.ask.id);
    // Answers are per key and counted: no cache between may serve them.
    if (!isBesideRoutes(request)) reply.header('Cache-Control', 'no-store');
  });
}

function askOf(request: FastifyRequest): Passage['ask'] {
  const mark = request.raw.url?.indexOf('?') ?? -1;
  return {
    id: request.id,
    ip: request.ip,
    key: keyOf(request.headers),
    policy: request.routeOptions.config.policy ?? null,
    given: {
      query: () => readQueryString(mark === -1 ? '' : (request.raw.url?.slice(mark + 1) ?? '')),
      path: () => new Map(Object.entries((request.params ?? {}) as Record<string, string>)),
    },
  };
}

/** The checks that can be made before a body is read: all of them, but for the tool server. */
function entrance(chain: Chain, request: FastifyRequest, passage: Passage): Promise<void> {
  if (isBesideRoutes(request)) return chain.runFirst(passage);
  return request.routeOptions.config.policy === MCP_POLICY ? chain.runDoor(passage) : chain.run(passage);
}

/** The documentation page and its files. */
function isBesideRoutes(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.config.policy === undefined;
}

function endWhenOver(
  request: FastifyRequest,
  reply: FastifyReply,
  passage: Passage,
  { usage, metrics }: Pick<Parts, 'usage' | 'metrics'>,
): void {
  onceEnded(request.raw.socket, reply.raw, () => {
    passage.closed();
    const outcome = passage.outcome ?? { route: routeName(request), statut: reply.statusCode };
    usage.record({ cleId: passage.cle?.cleId ?? null, ...outcome });
    metrics.ended(outcome, reply, passage.refusal);
  });
}
