import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { SETTINGS, type ApiSettings } from '../settings.js';

/** How often connections are looked at that fell idle after the server stopped to listen. */
const SWEEP_EVERY_MS = 50;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Between the signal and the end of the listening socket: readiness is red, every request is still answered, and each
 * answer closes its connection, so that whoever stands in front has gone elsewhere before anything is refused.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  readonly #logger = new Logger('shutdown');

  constructor(
    private readonly state: ShutdownState,
    @Inject(SETTINGS) private readonly settings: Pick<ApiSettings, 'shutdownGraceSeconds'>,
    private readonly host: HttpAdapterHost,
  ) {}

  /** @param signal absent when the application is closed from within, as tests do: nobody stands in front. */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    this.state.begin();
    const seconds = this.settings.shutdownGraceSeconds;
    if (signal !== undefined && seconds > 0) {
      this.#logger.log({ signal, seconds }, 'ending: still answering for a while');
      await secondsOrSignal(seconds);
    }
    sweep(this.host.httpAdapter.getHttpServer() as Server);
  }
}

/** From the signal on each answer is the last one of its connection. */
export function closeConnectionsWhileEnding(fastify: FastifyInstance, state: ShutdownState): void {
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (state.begun) reply.header('Connection', 'close');
    done();
  });
}

/** A second signal is somebody who will not wait. */
async function secondsOrSignal(seconds: number): Promise<void> {
  const enough = new AbortController();
  const end = () => enough.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  await sleep(seconds * 1000, undefined, { signal: enough.signal }).catch(() => undefined);
  for (const signal of SIGNALS) process.off(signal, end);
}

/**
 * `server.close()` looks for idle connections once: one whose answer had begun before the signal would keep the process
 * for as long as its client keeps the connection.
 */
function sweep(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  server.once('close', () => clearInterval(timer));
  timer.unref();
}
