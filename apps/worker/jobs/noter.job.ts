import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { noterAvis } from '#opportunites/write/noter-avis';
import { noterProfil } from '#opportunites/write/noter-profil';
import { StoredProfils } from '#opportunites/write/stored-profils';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { Job, JobContext } from './job.js';

/** Few: while a batch lasts, whoever stamps or marks one of its notices waits. */
const BATCH = 200;
const LOOKS_EVERY_MS = 5_000;

/** Scores the notices and the profiles that changed, until none is left: in turns, so that neither waits for all of the other. */
@Injectable()
export class NoterJob implements Job {
  readonly name = 'noter';
  readonly looksEveryMs = LOOKS_EVERY_MS;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('noter');
  readonly #profils = new StoredProfils();

  constructor(private readonly db: DataSource) {}

  schedules(): Schedule[] {
    return [];
  }

  async run(_data: JobData, { signal }: JobContext): Promise<void> {
    const total = { avis: 0, profils: 0, changed: 0, failed: 0 };
    while (!signal.aborted) {
      const avis = await noterAvis(this.db, this.#profils, { limit: BATCH });
      const profils = await noterProfil(this.db);
      if (avis.done === 0 && profils.done === 0) break;
      total.avis += avis.done;
      total.profils += profils.done;
      total.changed += avis.changed + profils.changed;
      total.failed += avis.failed + profils.failed;
    }
    if (total.failed > 0)
      this.#logger.error(total, 'what could not be scored: see write.a_noter.error and write.profil_a_noter.error');
    else if (total.avis + total.profils > 0) this.#logger.debug(total, 'scored');
  }
}
