import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { normaliseBatch } from '#avis/write/normalise';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { normaliserOf } from '#sources/adapters';
import { WorkMetrics } from '../observation/work-metrics.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const BATCH = 200;
const LOOKS_EVERY_MS = 10_000;

/** Turns archived documents into publications or stated rejections, until none is left. */
@Injectable()
export class NormaliseJob implements Job {
  readonly name = 'normalise';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('normalise');

  constructor(
    private readonly db: DataSource,
    private readonly waker: Waker,
    private readonly metrics: WorkMetrics,
  ) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { done: 0, rejected: 0 };
    while (!signal.aborted) {
      const { done, rejections, avis, attributions } = await normaliseBatch(this.db, normaliserOf, BATCH);
      if (done === 0) break;
      total.done += done;
      total.rejected += rejections.length;
      this.metrics.rejected(rejections);
      if (avis > 0) this.waker.wake('match');
      if (attributions > 0) this.waker.wake('project-attributions');
    }
    if (total.rejected > 0) this.#logger.log(total, 'documents normalised, some rejected: see write.rejection');
    else if (total.done > 0) this.#logger.debug(total, 'documents normalised');
  }
}
