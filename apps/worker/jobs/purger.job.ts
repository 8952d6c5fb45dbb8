import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { purge } from '#retention/purge';
import { CLOCK, CONFIGURATION } from '../tokens.js';
import type { Job, JobContext } from './job.js';

/** Before the deduction of 05:10. */
const EVERY_NIGHT = '40 3 * * *';
const ATTEMPTS = 3;
const BACKOFF_MS = 60_000;

/** Every night: deletes statistics and history that are kept no longer (docs/decisions/0028). */
@Injectable()
export class PurgerJob implements Job {
  readonly name = 'purger';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('purger');

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  schedules(): Schedule[] {
    return [{ id: this.name, job: this.name, data: {}, cron: EVERY_NIGHT, attempts: ATTEMPTS, backoffMs: BACKOFF_MS }];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const { usageKeptDays, historyKeptDays } = this.configuration;
    const days = { usage: usageKeptDays, history: historyKeptDays };
    const purged = await purge(this.db, { now: this.clock.now(), days, simulate: false, signal });
    this.#logger.log(Object.fromEntries(purged.map(({ table, lignes }) => [table, lignes])), 'rows kept no longer');
  }
}
