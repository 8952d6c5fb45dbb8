import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram, type Registry } from 'prom-client';
import { JOB_NAMES, type JobName } from '#platform/queue/job-names';
import type { RunResult } from '../collect/collect-source.js';
import { WORKER_REGISTRY } from './worker-registry.js';

/** Looks that find nothing take milliseconds; a first deduction, half an hour. */
const SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600];

export type JobOutcome = 'succeeded' | 'failed' | 'interrupted';

/** What this worker did since it started. */
@Injectable()
export class WorkMetrics {
  readonly #jobs: Histogram<'job_name' | 'outcome'>;
  readonly #runs: Counter<'source' | 'outcome'>;
  readonly #documents: Counter<'source' | 'kind'>;
  readonly #bytes: Counter<'source'>;
  readonly #rejections: Counter<'source' | 'reason'>;

  constructor(@Inject(WORKER_REGISTRY) registry: Registry) {
    const registers = [registry];
    this.#jobs = new Histogram({
      name: 'marches_worker_job_duration_seconds',
      help: 'Jobs that this worker ran, looks of its own included, by outcome (succeeded, failed, interrupted).',
      labelNames: ['job_name', 'outcome'],
      buckets: SECONDS,
      registers,
    });
    this.#runs = new Counter({
      name: 'marches_worker_runs_total',
      help: 'Collections that this worker ended, by source and outcome (succeeded, failed, interrupted).',
      labelNames: ['source', 'outcome'],
      registers,
    });
    this.#documents = new Counter({
      name: 'marches_worker_documents_total',
      help: 'Documents that this worker collected: seen, new ones of these, changed ones of the new; faults: announced but unreadable.',
      labelNames: ['source', 'kind'],
      registers,
    });
    this.#bytes = new Counter({
      name: 'marches_worker_archived_bytes_total',
      help: 'Raw size of the new documents that this worker collected.',
      labelNames: ['source'],
      registers,
    });
    this.#rejections = new Counter({
      name: 'marches_worker_rejections_total',
      help: 'Documents that this worker rejected, by source and reason (write.rejection).',
      labelNames: ['source', 'reason'],
      registers,
    });
    // Known before the first: a rate over a counter that begins at 1 misses it.
    for (const job of JOB_NAMES) this.#jobs.zero({ job_name: job, outcome: 'failed' });
  }

  /** Times `task` and tells how it ended, whatever it was. */
  async during(job: JobName, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
    const started = performance.now();
    let failed = true;
    try {
      await task();
      failed = false;
    } finally {
      const outcome: JobOutcome = signal.aborted ? 'interrupted' : failed ? 'failed' : 'succeeded';
      this.#jobs.observe({ job_name: job, outcome }, (performance.now() - started) / 1000);
    }
  }

  ran(source: string, { outcome, seen, added, changed, bytes, faults }: RunResult): void {
    this.#runs.inc({ source, outcome });
    this.#documents.inc({ source, kind: 'seen' }, seen);
    this.#documents.inc({ source, kind: 'new' }, added);
    this.#documents.inc({ source, kind: 'changed' }, changed);
    this.#documents.inc({ source, kind: 'faults' }, faults.length);
    this.#bytes.inc({ source }, bytes);
  }

  rejected(rejections: readonly { source: string; reason: string }[]): void {
    for (const { source, reason } of rejections) this.#rejections.inc({ source, reason });
  }
}
