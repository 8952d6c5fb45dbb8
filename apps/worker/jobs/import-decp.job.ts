import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Registre, REGISTRES } from '#contrats/registres';
import { importRegister } from '#contrats/write/import-decp';
import type { FileReport } from '#contrats/write/import-file';
import { ImportUnderWay } from '#contrats/write/locks';
import type { Configuration } from '#platform/configuration/configuration';
import type { HttpGateway } from '#platform/http/client';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { CONFIGURATION, HTTP_GATEWAY } from '../tokens.js';
import { Waker } from '../wake.js';
import { importProgress, importSchedules } from './import-runs.js';
import type { Job, JobContext } from './job.js';

/** Reads what changed in the contract registers, one after the other: at the start of a worker, then once a day. */
@Injectable()
export class ImportDecpJob implements Job {
  readonly name = 'importer-decp';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('importer-decp');

  constructor(
    private readonly db: DataSource,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly waker: Waker,
  ) {}

  schedules(): Schedule[] {
    return importSchedules(this.name, this.configuration.registres.everySeconds);
  }

  /** @throws when a file or a register failed, so that the queue tries again: what was committed is not read anew. */
  async run(_data: JobData, context: JobContext): Promise<void> {
    const failures: string[] = [];
    for (const registre of REGISTRES) {
      if (context.signal.aborted) return;
      failures.push(...(await this.#import(registre, context)));
    }
    // Companies that are new to us are named once SIRENE was asked whether they may be.
    this.waker.wake('importer-sirene');
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  async #import(registre: Registre, { signal, jobId, progress }: JobContext): Promise<string[]> {
    const started = performance.now();
    try {
      const reports = await importRegister(this.db, this.http, {
        registre,
        adresse: this.configuration.registres.addresses[registre],
        signal,
        jobId,
        onProgress: (come) => progress(importProgress(started, come)),
        onFile: (report) => this.#said(registre, report),
      });
      return reports.flatMap(({ outcome, fichier, reason }) =>
        outcome === 'failed' ? [`${fichier}: ${reason ?? 'failed'}`] : [],
      );
    } catch (error) {
      if (signal.aborted) return [];
      if (error instanceof ImportUnderWay) {
        this.#logger.debug({ registre }, 'another import of the register is under way: left to it');
        return [];
      }
      const reason = (error as Error).message;
      this.#logger.warn({ registre, reason }, 'the register does not say which files it has');
      return [`${registre}: ${reason}`];
    }
  }

  #said(registre: Registre, { fichier, outcome, reason, lus, bilan }: FileReport): void {
    if (bilan === null) return;
    const { nouvelles, doublons, contrats, rejets, anomalies, defauts } = bilan;
    const figures = { registre, fichier, outcome, lus, nouvelles, doublons, ...contrats, rejets, anomalies, defauts };
    if (outcome === 'failed') this.#logger.warn({ ...figures, reason }, 'import failed: it is tried again');
    else if (defauts > 0)
      this.#logger.warn(figures, 'import ended; some contracts could not be folded and stay as they were');
    else this.#logger.log(figures, 'import ended');
    if (nouvelles > 0) this.waker.wake('recalculer');
  }
}
