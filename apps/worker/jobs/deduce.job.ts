import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deduceSirets } from '#acheteurs/write/deduce-sirets';
import { DEDUCTION_STEPS, type OnStep } from '#acheteurs/write/step';
import { DeductionUnderWay } from '#acheteurs/write/work-tables';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import { awaitIngestion } from '../collect/await-ingestion.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

/** 05:10 UTC, as the contract says. */
const EVERY_NIGHT = '10 5 * * *';
/** Longest wait for the runs under way. */
const PATIENCE_MS = 30 * 60_000;
const LOOKS_EVERY_MS = 5_000;
/** A worker that is stopped, or a database that is away, in the middle of it. */
const ATTEMPTS = 5;
const BACKOFF_MS = 60_000;

/** Every night: the register of buyers made anew, and the SIRETs that it lends. */
@Injectable()
export class DeduceJob implements Job {
  readonly name = 'deduce';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('deduce');

  constructor(
    private readonly db: DataSource,
    private readonly waker: Waker,
  ) {}

  schedules(): Schedule[] {
    return [{ id: this.name, job: this.name, data: {}, cron: EVERY_NIGHT, attempts: ATTEMPTS, backoffMs: BACKOFF_MS }];
  }

  /** @throws when it was cut off, so that the queue tries it again: what is attached already stays so. */
  async run(_data: JobData, { signal, progress }: JobContext): Promise<void> {
    const left = await awaitIngestion(this.db, { withinMs: PATIENCE_MS, everyMs: LOOKS_EVERY_MS, signal });
    if (left.sources.length + left.documents + left.avis > 0) {
      this.#logger.warn(left, 'ingestion still goes on after half an hour: deducing without what it brings');
    }
    if (await this.#isLoading()) {
      this.#logger.log('the first load is under way: SIRETs are deduced once the register is that of all sources');
      return;
    }
    const started = performance.now();
    try {
      const report = await deduceSirets(this.db, { signal, onStep: told(progress) });
      this.#logger.log(
        { ...report, seconds: Math.round((performance.now() - started) / 1000) },
        'SIRETs deduced from the register of buyers',
      );
      if (report.attaches > 0) this.waker.wake('project');
    } catch (error) {
      if (!(error instanceof DeductionUnderWay)) throw error;
      this.#logger.log('another deduction is under way: left to it');
    }
  }

  /** What half a register takes for the only buyer of its name stays attached for ever. */
  async #isLoading(): Promise<boolean> {
    const [state] = await this.db.query<{ loading: boolean }[]>('select loading from read.state');
    return state?.loading === true;
  }
}

/** Steps count alike. */
function told(progress: JobContext['progress']): OnStep {
  const started = performance.now();
  return (step, done, total) => {
    const share = (DEDUCTION_STEPS.indexOf(step) + (total === 0 ? 0 : done / total)) / DEDUCTION_STEPS.length;
    const seconds = Math.max(0.001, (performance.now() - started) / 1000);
    progress({ share, documents: done, per_second: Math.round(done / seconds) });
  };
}
