import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { closeDue } from '#avis/write/close-due';
import type { Clock } from '#platform/clock';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { CLOCK } from '../tokens.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const BATCH = 1000;
const EVERY_MS = 60_000;

/** Queues the notices whose status time has changed, so that their version advances. */
@Injectable()
export class CloseDueJob implements Job {
  readonly name = 'close-due';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';

  constructor(
    private readonly db: DataSource,
    private readonly waker: Waker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  schedules(): Schedule[] {
    return [{ id: this.name, job: this.name, data: {}, everyMs: EVERY_MS }];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    while (!signal.aborted && (await closeDue(this.db, { clock: this.clock, limit: BATCH })) > 0) {
      this.waker.wake('project');
    }
  }
}
