import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boampRoute } from './boamp/routes.js';
import { decpRoute } from './decp/routes.js';
import { type Answer, type Ask, json, Refused } from './http/answer.js';
import { type Fault, Faults, spoiled } from './http/faults.js';
import { listingRoute } from './listing/routes.js';
import { listingsOf } from './listing/listings.js';
import { sireneRoute } from './sirene/routes.js';
import { tedRoute } from './ted/routes.js';
import { createTimeline, type Timeline } from './timeline.js';
import { type World } from './world.js';

export interface FeedsOptions {
  /** The notices are a function of this number. */
  seed: number;
  /** Publications of all 18 sources that exist at the start, 50 to 1,000,000. */
  size: number;
  /** The present; default: the system's clock. Read once at the start, then at each request. */
  now?: () => Date;
  /** Seconds between two new publications; 0 or absent: none. */
  growthSeconds?: number;
  /** Default: 127.0.0.1 and a free port. */
  host?: string;
  port?: number;
  faults?: readonly Fault[];
}

export interface Feeds {
  /** `http://127.0.0.1:4321`, without a final slash. */
  url: string;
  timeline: Timeline;
  faults: Faults;
  close(): Promise<void>;
}

/** Largest request body read: a search query is well below. */
const MOST_REQUEST = 1_000_000;

/** Starts the simulated feeds of the 18 sources. */
export async function createFeeds(options: FeedsOptions): Promise<Feeds> {
  const now = options.now ?? (() => new Date());
  const timeline = createTimeline({
    seed: options.seed,
    size: options.size,
    start: now(),
    growthSeconds: options.growthSeconds ?? 0,
  });
  const world: World = { timeline, listings: listingsOf(timeline), now: () => now().getTime() };
  const faults = new Faults(options.faults);
  const stopped = new AbortController();
  const server = createServer((request, response) => {
    serve(world, faults, request, response, stopped.signal).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    timeline,
    faults,
    async close() {
      stopped.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  world: World,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
  stopped: AbortSignal,
): Promise<void> {
  const ask = await asked(request);
  const answer = route(world, ask);
  const fault = faults.strike(ask);
  if (fault === null) return send(response, answer);
  if (fault.kind === 'hang_up') return void response.destroy();
  if (fault.kind === 'slow') await sleep(fault.delayMs ?? 60_000, undefined, { signal: stopped });
  await send(response, await spoiled(fault, answer));
}

function route(world: World, ask: Ask): Answer {
  try {
    return (
      boampRoute(world, ask) ??
      tedRoute(world, ask) ??
      decpRoute(world, ask) ??
      sireneRoute(world, ask) ??
      listingRoute(world, ask) ??
      json(404, { message: 'Not found' })
    );
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

async function asked(request: IncomingMessage): Promise<Ask> {
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const url = new URL(request.url ?? '/', origin);
  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) {
    body += part as string;
    if (body.length > MOST_REQUEST) throw new Error('request body too large');
  }
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body,
    origin,
    headers: request.headers,
  };
}

async function send(
  response: ServerResponse,
  answer: Omit<Answer, 'body'> & { body: string | Buffer | AsyncIterable<string | Uint8Array> },
): Promise<void> {
  response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers });
  if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body)) {
    response.end(typeof answer.body === 'string' ? Buffer.from(answer.body, answer.encoding) : answer.body);
    return;
  }
  for await (const part of answer.body) {
    if (response.destroyed) return;
    if (!response.write(part)) await drained(response);
  }
  response.end();
}

/** Until the client has read what was written, or has gone. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
