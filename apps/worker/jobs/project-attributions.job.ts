import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { projectAttributions } from '#avis/write/project-attributions';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { Job, JobContext } from './job.js';

const BATCH = 500;
const LOOKS_EVERY_MS = 10_000;

/** Renders the award notices that changed, until none is left. */
@Injectable()
export class ProjectAttributionsJob implements Job {
  readonly name = 'project-attributions';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('project-attributions');

  constructor(private readonly db: DataSource) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { done: 0, changed: 0, failed: 0 };
    while (!signal.aborted) {
      const { done, changed, failed } = await projectAttributions(this.db, { limit: BATCH });
      if (done === 0) break;
      total.done += done;
      total.changed += changed;
      total.failed += failed;
    }
    if (total.failed > 0)
      this.#logger.error(total, 'award notices that our own code failed on: see write.a_recalculer.error');
    else if (total.done > 0) this.#logger.debug(total, 'award notices projected');
  }
}
