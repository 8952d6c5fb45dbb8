import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ContractError } from '#contract/errors';

const REFUSAL = new ContractError(
  'invalid_parameter',
  'Requête illisible : vérifiez l’adresse, son encodage et la taille des en-têtes.',
);

/** A request that the router itself cannot read, before any hook. */
export function answerUnreadable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(REFUSAL.status)
    .headers({ 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(REFUSAL.envelope()));
}

/** Bytes that are not HTTP, headers over the cap, a client too slow: there is no request yet, only a socket. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(REFUSAL.envelope());
  const head = [
    `HTTP/1.1 ${REFUSAL.status} ${STATUS_CODES[REFUSAL.status] ?? ''}`,
    `X-Request-Id: ${randomUUID()}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
