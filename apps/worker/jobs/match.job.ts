import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matchBatch } from '#avis/write/match/match-batch';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const BATCH = 200;
const LOOKS_EVERY_MS = 10_000;

/** Folds the notices that changed and finds which are the same, until none is left. */
@Injectable()
export class MatchJob implements Job {
  readonly name = 'match';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('match');

  constructor(
    private readonly db: DataSource,
    private readonly waker: Waker,
  ) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { done: 0, queued: 0, failed: 0 };
    while (!signal.aborted) {
      const { done, queued, failed } = await matchBatch(this.db, { limit: BATCH });
      if (done === 0) break;
      total.done += done;
      total.queued += queued;
      total.failed += failed;
      if (queued > 0) this.waker.wake('project');
    }
    if (total.failed > 0) this.#logger.error(total, 'notices that our own code failed on: see write.a_apparier.error');
    else if (total.done > 0) this.#logger.debug(total, 'notices matched');
  }
}
