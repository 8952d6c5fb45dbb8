import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { Configuration } from '#platform/configuration/configuration';
import { createPool } from '#platform/database/pool';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { onceAMinute } from '#platform/log/once-a-minute';
import { measurePools } from '#platform/observation/pool-metrics';
import { PrivateServer } from '#platform/observation/private-server';
import { measureProcess } from '#platform/observation/process-metrics';
import { gauge } from '#platform/observation/read-at-scrape';
import { Readiness } from '#platform/observation/readiness';
import type { QueueAddress } from '#platform/queue/backend';
import { JobQueue } from '#platform/queue/job-queue';
import { JobService } from '../jobs/job-service.js';
import { CONFIGURATION, QUEUE_ADDRESS } from '../tokens.js';
import { FactsWatch } from './facts-watch.js';
import { database } from './facts/database.js';
import { queue } from './facts/queue.js';
import { regularWork } from './facts/regular-work.js';
import { sources } from './facts/sources.js';
import { stages } from './facts/stages.js';
import { versions } from './facts/versions.js';
import { WORKER_REGISTRY } from './worker-registry.js';

/** One for the facts, one for readiness: neither waits for the other. */
const POOL_SIZE = 2;
/** A question that takes longer, in milliseconds, is given up by the server. */
const STATEMENT_TIMEOUT_MS = 2_000;
const GIB = 1024 ** 3;

/** Metrics and health of the worker on WORKER_METRICS_PORT. Without it nothing is asked and no connection is taken. */
@Injectable()
export class PrivateDoor implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger('metrics');
  readonly #warn = onceAMinute<Error>((error) =>
    this.#logger.warn({ reason: error.message }, 'metrics are incomplete'),
  );
  #port: number | null = null;
  #opened: { server: PrivateServer; facts: FactsWatch; pool: pg.Pool } | null = null;

  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(QUEUE_ADDRESS) private readonly address: QueueAddress,
    @Inject(WORKER_REGISTRY) private readonly registry: Registry,
    private readonly db: DataSource,
    private readonly jobs: JobService,
    private readonly queue: JobQueue,
    private readonly shutdown: ShutdownState,
  ) {}

  /** Null without WORKER_METRICS_PORT, and before the door is open. */
  get port(): number | null {
    return this.#port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { metricsHost: host, workerMetricsPort: port } = this.configuration;
    if (port === null) return;
    const pool = this.#pool();
    const facts = this.#facts(pool);
    const readiness = new Readiness(this.shutdown, {
      base: { required: true, ask: () => pool.query('select').then(() => 'ok') },
      file: { required: false, ask: () => this.#askQueue() },
    });
    const server = new PrivateServer({ host, port, registry: this.registry, readiness });
    this.#measureProcess(readiness);
    this.#opened = { server, facts, pool };
    this.#port = await server.listen('WORKER_METRICS_PORT');
    this.#logger.log({ port: this.#port }, 'metrics and health are served');
    void facts.start();
  }

  /** The queue and the database are about to be closed: nothing is asked any more. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#opened?.facts.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#opened?.server.close();
    await this.#opened?.pool.end();
  }

  #pool(): pg.Pool {
    return createPool({
      url: this.address.databaseUrl,
      max: POOL_SIZE,
      applicationName: 'marches-metrics',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      acquireTimeoutMs: STATEMENT_TIMEOUT_MS,
      onError: this.#warn,
    });
  }

  #facts(pool: pg.Pool): FactsWatch {
    const { syncMarginSeconds, databaseCapacityGib } = this.configuration;
    const capacity = databaseCapacityGib === null ? null : databaseCapacityGib * GIB;
    const parts = [stages, sources, versions(syncMarginSeconds), regularWork, database(capacity), queue(this.queue)];
    return new FactsWatch(this.registry, pool, parts, (part, error) =>
      this.#warn(new Error(`${part}: ${error.message}`)),
    );
  }

  #measureProcess(readiness: Readiness): void {
    measureProcess(this.registry);
    measurePools(this.registry, { work: (this.db.driver as unknown as { master: pg.Pool }).master });
    gauge(this.registry, {
      name: 'marches_worker_database_up',
      help: 'Whether the database answered this worker within two seconds.',
      read: async () => [[Number((await readiness.state()).dependencies['base']?.ok === true)]],
    });
    gauge(this.registry, {
      name: 'marches_worker_queue_up',
      help: 'Whether the queue answered this worker within the last fifteen seconds.',
      read: () => [[Number(this.jobs.queueAnswers)]],
    });
  }

  #askQueue(): string {
    if (!this.jobs.queueAnswers) throw new Error('the queue has not answered for fifteen seconds');
    return 'ok';
  }
}
