import { DynamicModule, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { systemClock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { userAgent } from '#platform/http/user-agent';
import { nestLogParams } from '#platform/log/logger';
import type { QueueAddress } from '#platform/queue/backend';
import { JobQueue } from '#platform/queue/job-queue';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { RunLocks } from './collect/run-locks.js';
import { type Collectors, SourcePlans } from './collect/source-plans.js';
import { FirstLoad } from './first-load.js';
import { CONSOLE_CONTROLLERS, CONSOLE_PROVIDERS } from './console/console-parts.js';
import { HTTP_PROVIDERS } from './http/http-parts.js';
import { CloseDueJob } from './jobs/close-due.job.js';
import { CollectJob } from './jobs/collect.job.js';
import { DeduceJob } from './jobs/deduce.job.js';
import { EvaluerJob } from './jobs/evaluer.job.js';
import { ImportSireneJob } from './jobs/import-sirene.job.js';
import { ImportDecpJob } from './jobs/import-decp.job.js';
import { JobService } from './jobs/job-service.js';
import { JOBS, type Job } from './jobs/job.js';
import { MatchJob } from './jobs/match.job.js';
import { NormaliseJob } from './jobs/normalise.job.js';
import { NoterJob } from './jobs/noter.job.js';
import { ProjectJob } from './jobs/project.job.js';
import { PurgerJob } from './jobs/purger.job.js';
import { RecalculerJob } from './jobs/recalculer.job.js';
import { ProjectAttributionsJob } from './jobs/project-attributions.job.js';
import { RefreshSourcesJob } from './jobs/refresh-sources.job.js';
import { TimedJobs } from './jobs/timed-jobs.js';
import { PrivateDoor } from './observation/private-door.js';
import { WorkMetrics } from './observation/work-metrics.js';
import { WORKER_REGISTRY } from './observation/worker-registry.js';
import { CLOCK, COLLECTORS, CONFIGURATION, HTTP_GATEWAY, QUEUE_ADDRESS } from './tokens.js';
import { Waker } from './wake.js';

/** One class a job; a new job is a file in jobs/ and a line here. */
const JOB_CLASSES = [
  CollectJob,
  NormaliseJob,
  MatchJob,
  ProjectJob,
  ProjectAttributionsJob,
  NoterJob,
  EvaluerJob,
  CloseDueJob,
  RefreshSourcesJob,
  DeduceJob,
  ImportSireneJob,
  RecalculerJob,
  ImportDecpJob,
  PurgerJob,
];

export interface WorkerParts {
  configuration: Configuration;
  databaseUrl: string;
  /** Instead of the real adapters. */
  collectors?: Collectors;
}

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(
    private readonly db: DataSource,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
    private readonly locks: RunLocks,
  ) {}

  static of({ configuration, databaseUrl, collectors }: WorkerParts): DynamicModule {
    const address: QueueAddress = { redisUrl: configuration.redisUrl, databaseUrl };
    return {
      module: WorkerModule,
      imports: [
        LoggerModule.forRoot(
          nestLogParams({ name: 'worker', level: configuration.logLevel, format: configuration.logFormat }),
        ),
      ],
      controllers: [...CONSOLE_CONTROLLERS],
      providers: [
        ...HTTP_PROVIDERS,
        ...CONSOLE_PROVIDERS,
        { provide: CONFIGURATION, useValue: configuration },
        { provide: CLOCK, useValue: systemClock },
        { provide: QUEUE_ADDRESS, useValue: address },
        { provide: COLLECTORS, useValue: collectors ?? null },
        {
          provide: HTTP_GATEWAY,
          useFactory: () =>
            createHttpGateway({
              userAgent: userAgent(
                'collects public procurement notices',
                configuration.collectContact ?? configuration.siteUrl,
              ),
              timeoutMs: configuration.httpTimeoutMs,
              maxBytes: configuration.httpMaxBytes,
              attempts: configuration.httpAttempts,
            }),
        },
        {
          provide: DataSource,
          useFactory: () =>
            createDataSource({
              url: databaseUrl,
              entities: AVIS_ENTITIES,
              poolSize: configuration.workerPoolSize,
              applicationName: 'marches-worker',
            }).initialize(),
        },
        // A queue that is away is told of by the job service, once.
        { provide: JobQueue, useFactory: () => new JobQueue(address, () => undefined) },
        { provide: RunLocks, useFactory: () => new RunLocks(databaseUrl) },
        ShutdownState,
        { provide: WORKER_REGISTRY, useFactory: () => new Registry() },
        WorkMetrics,
        PrivateDoor,
        TimedJobs,
        SourcePlans,
        ...JOB_CLASSES,
        { provide: JOBS, useFactory: (...jobs: Job[]) => jobs, inject: JOB_CLASSES },
        JobService,
        FirstLoad,
        Waker,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.http.close();
    await this.locks.close();
    await this.db.destroy();
  }
}
