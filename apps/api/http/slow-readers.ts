import type { ServerResponse } from 'node:http';

/**
 * Cuts the connection of a client that has not taken its answer in time. Node bounds how slowly a request may be sent,
 * not how slowly an answer may be read, and each answer under way holds one of the few slots of the instance.
 */
export function cutSlowReader(response: ServerResponse, withinMs: number): void {
  const timer = setTimeout(() => response.destroy(), withinMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}
