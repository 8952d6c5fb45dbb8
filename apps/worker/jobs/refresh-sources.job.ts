import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { massClosings } from '#avis/write/mass-closings';
import { refreshSources } from '#avis/write/refresh-sources';
import { silenceChanges } from '#avis/write/source-health';
import type { Clock } from '#platform/clock';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { dueAfterSeconds } from '../collect/cadence.js';
import { SourcePlans } from '../collect/source-plans.js';
import { CLOCK } from '../tokens.js';
import type { Job, JobContext } from './job.js';

const EVERY_MS = 30_000;
/** A worker that has just started says nothing of the hours when none ran: its first runs are under way. */
const GRACE_MS = 60_000;

/** Brings what GET /sources says of each source up to date, and says in the log which source fell silent, came back or closes much. */
@Injectable()
export class RefreshSourcesJob implements Job {
  readonly name = 'refresh-sources';
  readonly looksEveryMs = null;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('sources');
  readonly #started: number;
  /** Sources whose mass closing the log has told of. */
  readonly #closing = new Set<string>();

  constructor(
    private readonly db: DataSource,
    private readonly plans: SourcePlans,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#started = clock.now().getTime();
  }

  schedules(): Schedule[] {
    return [{ id: this.name, job: this.name, data: {}, everyMs: EVERY_MS }];
  }

  async run(_data: JobData, _context: JobContext): Promise<void> {
    const plans = await this.plans.all();
    await refreshSources(this.db, {
      dueAfterSeconds: new Map(
        plans.filter(({ collected }) => collected).map((plan) => [plan.source, dueAfterSeconds(plan.cadenceSeconds)]),
      ),
    });
    await this.#sayClosings();
    if (this.clock.now().getTime() - this.#started < GRACE_MS) return;
    const { silent, back } = await silenceChanges(this.db);
    for (const change of silent)
      this.#logger.warn(change, 'the source is silent: two of its collections in a row are missing');
    for (const change of back) this.#logger.log(change, 'the source is no longer silent');
  }

  async #sayClosings(): Promise<void> {
    const found = await massClosings(this.db, this.clock.now());
    for (const one of found) {
      if (!this.#closing.has(one.source)) {
        this.#logger.warn(one, 'the source closed more than a fifth of its open notices within an hour');
      }
    }
    this.#closing.clear();
    for (const { source } of found) this.#closing.add(source);
  }
}
