import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.js';

export interface PrivateServerSettings {
  host: string;
  /** 0: any free one. */
  port: number;
  registry: Registry;
  readiness: Readiness;
}

/**
 * What only operators and their machines may see, on a port of its own that is never published:
 * `/metrics` (Prometheus), `/vivant` (the process turns), `/pret` (200, or 503 when it should be sent nothing),
 * `/etat` (each dependency, JSON). It answers until the very end of the process, so that readiness can be seen to be red.
 */
export class PrivateServer {
  readonly #server: Server;

  constructor(private readonly settings: PrivateServerSettings) {
    this.#server = createServer((request, response) => {
      this.#answer(request.url ?? '/', response).catch((error: unknown) => {
        if (!response.headersSent) say(response, 500, 'text/plain; charset=utf-8', String(error));
      });
    });
  }

  /** @returns the port. @throws when it is taken, naming what to change. */
  async listen(variable: string): Promise<number> {
    const { host, port } = this.settings;
    await new Promise<void>((resolve, reject) => {
      const refuse = (error: NodeJS.ErrnoException) =>
        reject(new Error(`${variable} cannot be opened on ${host}:${port} (${error.code ?? error.message}).`));
      this.#server.once('error', refuse);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', refuse);
        resolve();
      });
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    const { registry, readiness } = this.settings;
    switch (url.split('?')[0]) {
      case '/metrics':
        say(response, 200, registry.contentType, await registry.metrics());
        break;
      case '/vivant':
        json(response, 200, { vivant: true });
        break;
      case '/pret': {
        const { ready, reason } = await readiness.state();
        json(response, ready ? 200 : 503, { pret: ready, raison: reason });
        break;
      }
      case '/etat': {
        const { ready, reason, dependencies } = await readiness.state();
        json(response, 200, { pret: ready, raison: reason, dependances: dependencies });
        break;
      }
      default:
        json(response, 404, { accepted: ['/metrics', '/vivant', '/pret', '/etat'] });
    }
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  say(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function say(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
}
