import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a relay says instead of the API: an answer, or a connection cut before or in the middle of one. */
export type Rare = { status: number; headers?: Record<string, string>; body: string } | 'cut' | 'half';

/** Stands between a client and the API: counts what is asked, and gives the answers too rare to wait for. */
export interface Relay {
  /** Ends with /api/v1. */
  baseUrl: string;
  /** Parameters of each request to /avis that reached the API, in order. */
  pages: URLSearchParams[];
  /** Asked before each request, with its number from 0; null lets it through. */
  interfere: (query: URLSearchParams, number: number) => Rare | null;
  /** Called after each answer. */
  answered: () => void;
  close(): Promise<void>;
}

export function refusal(status: number, code: string, retryAfter?: number): Rare {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return { status, headers, body: JSON.stringify({ error: { code, message: `Refus d’essai ${code}.` } }) };
}

/** @param baseUrl the API's; ends with /api/v1. */
export async function startRelay(baseUrl: string): Promise<Relay> {
  const origin = new URL(baseUrl).origin;
  let number = 0;
  const relay: Relay = { baseUrl: '', pages: [], interfere: () => null, answered: () => undefined, close };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const rare = relay.interfere(url.searchParams, number++);
    if (rare === 'cut') {
      response.destroy();
    } else if (rare !== null && rare !== 'half') {
      response.writeHead(rare.status, { 'Content-Type': 'application/json', ...rare.headers }).end(rare.body);
    } else {
      if (url.pathname.endsWith('/avis')) relay.pages.push(url.searchParams);
      const key = request.headers['x-api-key'];
      const given = await fetch(url, { headers: typeof key === 'string' ? { 'X-API-Key': key } : {} });
      const text = await given.text();
      const headers: Record<string, string> = { 'Content-Type': 'application/json' };
      for (const name of ['retry-after', 'x-request-id']) {
        const value = given.headers.get(name);
        if (value !== null) headers[name] = value;
      }
      response.writeHead(given.status, { ...headers, 'Content-Length': String(Buffer.byteLength(text)) });
      if (rare === 'half') response.write(text.slice(0, text.length / 2), () => response.destroy());
      else response.end(text);
    }
    relay.answered();
  }

  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relay.baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/v1`;
  return relay;
}
