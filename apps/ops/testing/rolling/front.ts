import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before several releases of the API: each request goes to the next one that is in service. */
export interface Front {
  /** Ends with /api/v1. */
  base: string;
  /** Requests answered, by name of the API. */
  readonly answered: Readonly<Record<string, number>>;
  /** Puts an API into service. @param port of 127.0.0.1. */
  add(name: string, port: number): void;
  /** Takes it out of service; resolves when it has answered what it was asked. */
  drain(name: string): Promise<void>;
  close(): Promise<void>;
}

interface Upstream {
  name: string;
  port: number;
  underWay: number;
}

export async function startFront(): Promise<Front> {
  const upstreams: Upstream[] = [];
  const answered: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const upstream = upstreams[turn++ % upstreams.length];
    if (upstream === undefined) return void outgoing.writeHead(502).end();
    upstream.underWay += 1;
    const { method, url, headers } = incoming;
    const asked = request({ agent, host: '127.0.0.1', port: upstream.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    asked.once('error', () => outgoing.destroy());
    outgoing.once('close', () => {
      upstream.underWay -= 1;
      if (outgoing.writableFinished) answered[upstream.name] = (answered[upstream.name] ?? 0) + 1;
    });
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api/v1`,
    answered,
    add: (name, port) => void upstreams.push({ name, port, underWay: 0 }),
    async drain(name) {
      const [leaving] = upstreams.splice(
        upstreams.findIndex((upstream) => upstream.name === name),
        1,
      );
      while (leaving !== undefined && leaving.underWay > 0) await new Promise((wake) => setTimeout(wake, 20));
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
