import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { STOCKS, type StockSirene } from '#contrats/sirene/stocks';
import { importSirene } from '#contrats/write/import-sirene';
import { ImportUnderWay } from '#contrats/write/locks';
import type { Configuration } from '#platform/configuration/configuration';
import type { HttpGateway } from '#platform/http/client';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { CONFIGURATION, HTTP_GATEWAY } from '../tokens.js';
import { Waker } from '../wake.js';
import { importProgress, importSchedules } from './import-runs.js';
import type { Job, JobContext } from './job.js';

/** Of DATA_DIR: what is here of the stock files, so that companies new to us are looked for without fetching them again. */
const FOLDER = 'sirene';

/**
 * Looks in SIRENE for the companies that we know: all of them in a new edition, those that contracts name since in the one
 * held. After each import of contracts, and at a pace of its own.
 */
@Injectable()
export class ImportSireneJob implements Job {
  readonly name = 'importer-sirene';
  readonly looksEveryMs = null;
  readonly whenBusy = 'again';
  readonly #logger = new Logger('importer-sirene');

  constructor(
    private readonly db: DataSource,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly waker: Waker,
  ) {}

  schedules(): Schedule[] {
    return importSchedules(this.name, this.configuration.sirene.everySeconds);
  }

  /** @throws when a file failed, so that the queue tries again. */
  async run(_data: JobData, context: JobContext): Promise<void> {
    if (this.configuration.sirene.everySeconds === null) return;
    const failures: string[] = [];
    for (const stock of STOCKS) {
      const reason = context.signal.aborted ? null : await this.#import(stock, context);
      if (reason !== null) failures.push(`${stock}: ${reason}`);
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  /** @returns why it failed; null when it did not. */
  async #import(stock: StockSirene, { signal, jobId, progress }: JobContext): Promise<string | null> {
    const started = performance.now();
    try {
      const { outcome, reason, lus, bilan } = await importSirene(this.db, this.http, {
        stock,
        adresse: this.configuration.sirene.addresses[stock],
        folder: join(this.configuration.dataDir, FOLDER),
        signal,
        jobId,
        onProgress: (come) => progress(importProgress(started, come)),
      });
      if (outcome === 'unchanged') return null;
      const seconds = Math.round((performance.now() - started) / 1000);
      if (outcome === 'failed') this.#logger.warn({ stock, reason, lus, seconds }, 'SIRENE could not be read');
      else this.#logger.log({ stock, outcome, lus, ...bilan, seconds }, 'SIRENE read');
      if (bilan.changees > 0) this.waker.wake('recalculer');
      return outcome === 'failed' ? reason : null;
    } catch (error) {
      if (!(error instanceof ImportUnderWay)) throw error;
      this.#logger.debug({ stock }, 'another import of SIRENE is under way: left to it');
      return null;
    }
  }
}
