import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parisDay } from '#avis/project/paris';
import { queueRecordsDue, recalculateBatch } from '#contrats/write/recalculate';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { CLOCK, CONFIGURATION } from '../tokens.js';
import type { Job, JobContext } from './job.js';

const BATCH = 500;
const LOOKS_EVERY_MS = 10_000;

/**
 * Renders the contracts, contractors and buyers that changed, until none is left. Each look also takes those that a new
 * day in Paris changes: the first look after midnight does a night's work.
 */
@Injectable()
export class RecalculerJob implements Job {
  readonly name = 'recalculer';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('recalculer');

  constructor(
    private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { due: await queueRecordsDue(this.db, this.#today()), done: 0, changed: 0, failed: 0 };
    while (!signal.aborted) {
      const options = { limit: BATCH, siteUrl: this.configuration.siteUrl, today: this.#today() };
      const { done, changed, failed } = await recalculateBatch(this.db, options);
      if (done === 0) break;
      total.done += done;
      total.changed += changed;
      total.failed += failed;
    }
    if (total.failed > 0) this.#logger.error(total, 'rows that our own code failed on: see write.a_recalculer.error');
    else if (total.done > 0) this.#logger.debug(total, 'contracts, contractors and buyers recalculated');
  }

  #today(): string {
    return parisDay(this.clock.now());
  }
}
