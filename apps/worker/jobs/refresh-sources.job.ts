import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { refreshSources } from '#avis/write/refresh-sources';
import type { Configuration } from '#platform/configuration/configuration';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { Collectors } from '#sources/adapters';
import { collectEverySeconds, dueAfterMinutes } from '../collect/cadence.js';
import { COLLECTORS, CONFIGURATION } from '../tokens.js';
import type { Job, JobContext } from './job.js';

const EVERY_MS = 60_000;

/** Brings what GET /sources says of each source up to date. */
@Injectable()
export class RefreshSourcesJob implements Job {
  readonly name = 'refresh-sources';
  readonly looksEveryMs = null;
  readonly whenBusy = 'again';

  constructor(
    private readonly db: DataSource,
    @Inject(COLLECTORS) private readonly collectors: Collectors,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  schedules(): Schedule[] {
    return [{ id: this.name, job: this.name, data: {}, everyMs: EVERY_MS }];
  }

  async run(_data: JobData, _context: JobContext): Promise<void> {
    const minutes = dueAfterMinutes(collectEverySeconds(this.configuration));
    const collected: ReadonlySet<string> = new Set(this.collectors.keys());
    await refreshSources(this.db, {
      dueAfterMinutes: (code) => (collected.has(code) ? minutes : null),
    });
  }
}
