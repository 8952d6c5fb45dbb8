import type { FastifyReply, FastifyRequest } from 'fastify';
import { toldRefusal } from './told-refusal.js';

/** Answers an error, foreseen or not, in the contract's envelope, and keeps on the request what it was refused for. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toldRefusal(error, `Request ${request.id}`);
  request.passage.refusal = refusal.code;
  if (reply.sent) return;
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  void reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(refusal.envelope()));
}
