import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Chain } from '../access/chain.js';
import { besideRoutes } from '../http/beside-routes.js';
import { checkCaller } from './callers.js';
import { MCP_PATH, MCP_POLICY } from './mcp-policy.js';
import type { McpServers } from './mcp-servers.js';
import { methodOf, parsedBody, protocolRefusal } from './message.js';

interface Parts {
  chain: Chain;
  servers: McpServers;
  /** Names accepted in Host and Origin. */
  hosts: readonly string[];
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
/** Streams that would hold one of the few slots of the instance for as long as the client likes. */
const LISTEN = 'subscriptions/listen';

/** The tool server, at its own path. GET and DELETE are answered by the protocol: there is no session. */
export async function serveMcp(fastify: FastifyInstance, parts: Parts): Promise<void> {
  await besideRoutes(fastify, (scope) => {
    // The protocol reads and refuses bodies in its own way; their size is bounded by the server (server-options.ts).
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: MCP_PATH,
      config: { policy: MCP_POLICY },
      handler: (request, reply) => request.passage.during(() => answer(request, reply, parts)),
    });
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, { chain, servers, hosts }: Parts) {
  checkCaller(request.headers, hosts);
  const message = parsedBody(request.body);
  const method = methodOf(message);
  if (!servers.isCall(message)) await chain.runMessage(request.passage);
  const refuse = (code: number, text: string) =>
    reply
      .code(400)
      .type('application/json')
      .send(protocolRefusal(message, code, text));
  // Removed from the protocol since: a hundred calls would count as one request.
  if (Array.isArray(message)) return refuse(INVALID_REQUEST, 'Un seul message par requête.');
  if (method === LISTEN) return refuse(METHOD_NOT_FOUND, 'Ce serveur n’a pas d’abonnements : redemandez tools/list.');
  const response = await servers.answer(request.passage, webRequestOf(request), message);
  const text = await response.text();
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(text === '' ? undefined : text);
}

/** As the protocol's code takes it. Its address is never looked at. */
function webRequestOf({ method, headers, body }: FastifyRequest): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'authorization' && name !== 'x-api-key'
      ? [[name, value] as [string, string]]
      : [],
  );
  return new Request(`http://localhost${MCP_PATH}`, {
    method,
    headers: sent,
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : '' } : {}),
  });
}
