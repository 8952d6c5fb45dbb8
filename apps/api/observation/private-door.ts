import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { gauge } from '#platform/observation/read-at-scrape';
import { PrivateServer } from '#platform/observation/private-server';
import { measureProcess } from '#platform/observation/process-metrics';
import { Readiness } from '#platform/observation/readiness';
import { ServedState } from '../access/served-state.js';
import { LimitsHealth } from '../sante/limits-health.js';
import { QueueHealth } from '../sante/queue-health.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { API_REGISTRY } from './api-registry.js';

type Served = Awaited<ReturnType<ServedState['current']>>;

/** Metrics and health of the API on METRICS_PORT, open before the API listens and until after it has ended. */
@Injectable()
export class PrivateDoor implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger('metrics');
  readonly #server: PrivateServer | null;
  #port: number | null = null;

  constructor(
    @Inject(SETTINGS) { metricsHost, metricsPort }: ApiSettings,
    @Inject(API_REGISTRY) private readonly registry: Registry,
    state: ServedState,
    queue: QueueHealth,
    limits: LimitsHealth,
    shutdown: ShutdownState,
  ) {
    const readiness = new Readiness(shutdown, {
      base: { required: true, ask: () => state.current() satisfies Promise<Served> },
      file: { required: false, ask: () => queue.state() },
      limites: { required: false, ask: () => limits.state() },
    });
    this.#measureBase(readiness);
    this.#server =
      metricsPort === null ? null : new PrivateServer({ host: metricsHost, port: metricsPort, registry, readiness });
  }

  /** Null without METRICS_PORT, and before the door is open. */
  get port(): number | null {
    return this.#port;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.#server === null) return;
    measureProcess(this.registry);
    this.#port = await this.#server.listen('METRICS_PORT');
    this.#logger.log({ port: this.#port }, 'metrics and health are served');
  }

  /** At most one question a second to the database, whoever asks. */
  #measureBase(readiness: Readiness): void {
    const base = async () => (await readiness.state()).dependencies['base'];
    gauge(this.registry, {
      name: 'marches_api_database_up',
      help: 'Whether the database answered this instance within two seconds.',
      read: async () => [[(await base())?.ok === true ? 1 : 0]],
    });
    gauge(this.registry, {
      name: 'marches_api_last_projection_timestamp_seconds',
      help: 'When a version was last published, as this instance reads it; absent before the first and without the database.',
      read: async () => {
        const found = await base();
        const at = found?.ok === true ? (found.detail as Served).derniereProjection : null;
        return at === null ? [] : [[Date.parse(at) / 1000]];
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#server?.close();
  }
}
