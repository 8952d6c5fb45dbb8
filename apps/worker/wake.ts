import { Injectable, Logger } from '@nestjs/common';
import type { JobName } from '#platform/queue/job-names';
import { JobQueue } from '#platform/queue/job-queue';

/** One stage tells the next one "now". Never waits and never fails: a queue that is away must not hold the facts up. */
@Injectable()
export class Waker {
  readonly #logger = new Logger('wake');
  readonly #underWay = new Set<JobName>();

  constructor(private readonly queue: JobQueue) {}

  wake(job: JobName): void {
    // With Redis away an addition waits for it: one a job is enough.
    if (this.#underWay.has(job)) return;
    this.#underWay.add(job);
    this.queue
      .wake(job)
      .catch((error: unknown) => this.#logger.debug({ job, reason: (error as Error).message }, 'not woken'))
      .finally(() => this.#underWay.delete(job));
  }
}
