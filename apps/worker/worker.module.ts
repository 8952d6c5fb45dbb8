import { DynamicModule, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { DataSource } from 'typeorm';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { systemClock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { nestLogParams } from '#platform/log/logger';
import type { QueueAddress } from '#platform/queue/backend';
import { JobQueue } from '#platform/queue/job-queue';
import { collectorsOf, type Collectors } from '#sources/adapters';
import { FirstLoad } from './first-load.js';
import { CloseDueJob } from './jobs/close-due.job.js';
import { CollectJob } from './jobs/collect.job.js';
import { JobService } from './jobs/job-service.js';
import { JOBS, type Job } from './jobs/job.js';
import { NormaliseJob } from './jobs/normalise.job.js';
import { ProjectJob } from './jobs/project.job.js';
import { RefreshSourcesJob } from './jobs/refresh-sources.job.js';
import { CLOCK, COLLECTORS, CONFIGURATION, HTTP_GATEWAY, QUEUE_ADDRESS } from './tokens.js';
import { Waker } from './wake.js';

/** One class a job; a new job is a file in jobs/ and a line here. */
const JOB_CLASSES = [CollectJob, NormaliseJob, ProjectJob, CloseDueJob, RefreshSourcesJob];

const USER_AGENT = 'marches-publics-api/0.1 (collects public procurement notices)';

export interface WorkerParts {
  configuration: Configuration;
  databaseUrl: string;
  /** Instead of those of the configuration's addresses. */
  collectors?: Collectors;
}

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(
    private readonly db: DataSource,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
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
      providers: [
        { provide: CONFIGURATION, useValue: configuration },
        { provide: CLOCK, useValue: systemClock },
        { provide: QUEUE_ADDRESS, useValue: address },
        { provide: COLLECTORS, useValue: collectors ?? collectorsOf(configuration) },
        {
          provide: HTTP_GATEWAY,
          useFactory: () =>
            createHttpGateway({
              userAgent: USER_AGENT,
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
    await this.db.destroy();
  }
}
