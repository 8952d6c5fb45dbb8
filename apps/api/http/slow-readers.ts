import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts the connection of a client that has not taken its answer in time. Node bounds how slowly a request may be sent,
 * not how slowly an answer may be read, and each answer under way holds one of the few slots of the instance.
 */
export function cutSlowReader(socket: Socket, response: ServerResponse, withinMs: number): void {
  const timer = setTimeout(() => socket.destroy(), withinMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}
