import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import type { HttpGateway } from '#platform/http/client';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { Collectors } from '#sources/adapters';
import type { SourceCode } from '#sources/registry';
import { collectSource, type RunResult } from '../collect/collect-source.js';
import { firstDay } from '../collect/since.js';
import { collectEverySeconds } from '../collect/cadence.js';
import { CLOCK, COLLECTORS, CONFIGURATION, HTTP_GATEWAY } from '../tokens.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const ATTEMPTS = 5;
const BACKOFF_MS = 5_000;

/** Asks one source for what is new. One schedule a source: a source that is down keeps no other waiting. */
@Injectable()
export class CollectJob implements Job {
  readonly name = 'collect';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('collect');

  constructor(
    private readonly db: DataSource,
    @Inject(COLLECTORS) private readonly collectors: Collectors,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly waker: Waker,
  ) {}

  schedules(): Schedule[] {
    return [...this.collectors.keys()].map((source) => ({
      id: `collect:${source}`,
      job: 'collect',
      data: { source },
      everyMs: collectEverySeconds(this.configuration) * 1000,
      attempts: ATTEMPTS,
      backoffMs: BACKOFF_MS,
    }));
  }

  /** @throws when the run failed, so that the queue tries it again. */
  async run(data: JobData, { signal, jobId }: JobContext): Promise<void> {
    const source = data.source as SourceCode;
    const collect = this.collectors.get(source);
    if (collect === undefined) {
      this.#logger.warn({ source }, 'asked to collect a source that has no adapter');
      return;
    }
    const result = await collectSource({
      db: this.db,
      source,
      collect,
      http: this.http.client(signal),
      clock: this.clock,
      since: firstDay(this.clock.now(), this.configuration.collectDays),
      signal,
      jobId,
      onArchived: () => this.waker.wake('normalise'),
    });
    if (result === null) return;
    this.#say(source, result);
    this.waker.wake('refresh-sources');
    // The end of the first load may hang on this run alone.
    this.waker.wake('project');
    if (result.outcome === 'failed') throw new Error(result.reason ?? 'failed');
  }

  #say(source: string, { outcome, reason, seen, added, bytes, faults }: RunResult): void {
    const figures = { source, outcome, seen, added, bytes, faults: faults.length };
    if (outcome === 'failed') this.#logger.warn({ ...figures, reason }, 'run failed');
    else if (added > 0 || faults.length > 0) this.#logger.log(figures, 'run ended');
    else this.#logger.debug(figures, 'run ended, nothing new');
  }
}
