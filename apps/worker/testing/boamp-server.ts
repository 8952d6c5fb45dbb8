import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the server misbehaves; null: it does not. */
export type Fault =
  | 'down'
  | 'error page with 200'
  | 'error page that says it is JSON'
  | 'truncated JSON'
  | 'cut connection'
  | 'over the cap'
  | 'wrong charset'
  | 'not a list'
  | 'silent'
  | 'status 500'
  | 'status 403';

export interface BoampServer {
  url: string;
  fault: Fault | null;
  /** Records exported for one day, YYYY-MM-DD. */
  records: Map<string, Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A BOAMP export that can be made to misbehave, for what a source may do to us. */
export async function startBoampServer(maxBytes: number): Promise<BoampServer> {
  const state: BoampServer = { url: '', fault: null, records: new Map(), close };
  const server = createServer((request, response) => {
    const day = /\d{4}-\d\d-\d\d/.exec(decodeURIComponent(request.url ?? ''))?.[0] ?? '';
    const body = JSON.stringify(state.records.get(day) ?? []);
    void answer(response, state.fault, body, maxBytes).catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
  return state;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

async function answer(response: ServerResponse, fault: Fault | null, body: string, maxBytes: number): Promise<void> {
  switch (fault) {
    case null:
      response.writeHead(200, JSON_TYPE).end(body);
      return;
    case 'down':
      response.destroy();
      return;
    case 'error page with 200':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
      return;
    case 'error page that says it is JSON':
      response.writeHead(200, JSON_TYPE).end('<html>Maintenance</html>');
      return;
    case 'truncated JSON':
      response.writeHead(200, JSON_TYPE).end('[{"idweb":"26-9","objet":"Tronq');
      return;
    case 'cut connection':
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
      response.write('[{"idweb":');
      await sleep(10);
      response.destroy();
      return;
    case 'over the cap': {
      response.writeHead(200, JSON_TYPE);
      const piece = Buffer.alloc(1024 * 1024, ' ');
      for (let sent = 0; sent <= maxBytes && !response.destroyed; sent += piece.length) {
        if (!response.write(piece)) await drained(response);
      }
      response.end('[]');
      return;
    }
    case 'wrong charset':
      response.writeHead(200, JSON_TYPE).end(Buffer.from('[{"objet":"\u00e9"}]', 'latin1'));
      return;
    case 'not a list':
      response.writeHead(200, JSON_TYPE).end('{"error_code":"Unknown"}');
      return;
    case 'silent':
      return;
    case 'status 500':
      response.writeHead(500).end();
      return;
    case 'status 403':
      response.writeHead(403).end();
  }
}

/** Until the client has read what was written, or has gone. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
