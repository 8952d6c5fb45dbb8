import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is under way on each connection. */
const underWay = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `ended` once the answer was given or its connection was lost. Node tells nothing of a lost connection to an
 * answer that waits behind another on it (pipelining): whoever asks four times and hangs up would keep four slots.
 */
export function onceEnded(socket: Socket, response: ServerResponse, ended: () => void): void {
  const ends = underWay.get(socket) ?? watch(socket);
  const end = () => {
    if (ends.delete(end)) ended();
  };
  ends.add(end);
  response.once('close', end);
}

function watch(socket: Socket): Set<() => void> {
  const ends = new Set<() => void>();
  underWay.set(socket, ends);
  socket.once('close', () => {
    for (const end of [...ends]) end();
  });
  return ends;
}
