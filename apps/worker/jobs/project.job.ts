import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { projectBatch } from '#avis/write/project';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { FirstLoad } from '../first-load.js';
import { CLOCK, CONFIGURATION } from '../tokens.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const BATCH = 500;
const LOOKS_EVERY_MS = 10_000;

/** Renders and publishes the notices that changed, until none is left. */
@Injectable()
export class ProjectJob implements Job {
  readonly name = 'project';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('project');

  constructor(
    private readonly db: DataSource,
    private readonly firstLoad: FirstLoad,
    private readonly waker: Waker,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const options = { clock: this.clock, limit: BATCH, siteUrl: this.configuration.siteUrl };
    const total = { done: 0, published: 0, failed: 0 };
    while (!signal.aborted) {
      const { done, published, failed } = await projectBatch(this.db, options);
      if (done === 0) break;
      total.done += done;
      total.published += published;
      total.failed += failed;
    }
    if (total.published > 0) this.waker.wake('noter');
    if (total.failed > 0) this.#logger.error(total, 'notices that our own code failed on: see write.a_projeter.error');
    else if (total.done > 0) this.#logger.debug(total, 'notices projected');
    if (await this.firstLoad.endWhenComplete()) this.waker.wake('refresh-sources');
  }
}
