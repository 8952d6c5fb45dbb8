import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Scripted {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Answers what a test says, in order, then its last answer for ever; `silent` never answers. */
export interface ScriptedServer {
  base: string;
  received: { url: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

export async function startScripted(...script: (Scripted | 'silent')[]): Promise<ScriptedServer> {
  const received: ScriptedServer['received'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const answer = script[Math.min(received.length, script.length - 1)]!;
    received.push({ url, headers });
    if (answer === 'silent') return;
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/v1`,
    received,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An error answer of the contract. */
export function refused(status: number, code: string, retryAfter?: number): Scripted {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return { status, headers: { ...headers, 'X-Request-Id': 'essai-1' }, body: { error: { code, message: 'Refusé.' } } };
}
