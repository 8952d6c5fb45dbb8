import type { FastifyReply } from 'fastify';
import type { ContractError } from '#contract/errors';

/** Sends a refusal in the contract's envelope. */
export function sendRefusal(reply: FastifyReply, refusal: ContractError): void {
  if (reply.sent) return;
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  void reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(refusal.envelope()));
}
