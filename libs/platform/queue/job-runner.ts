import { type Job, WaitingError, Worker } from 'bullmq';
import { backendOf, type QueueAddress } from './backend.js';
import type { JobData, JobName } from './job-names.js';
import { QUEUE_NAME } from './job-queue.js';

/** How far a job has come, as the queue shows it. */
export interface JobProgress {
  /** 0 to 1; null where nobody knows. */
  share: number | null;
  documents: number;
  per_second: number;
}

/** Least time between two updates of a job's progress. */
const PROGRESS_EVERY_MS = 1_000;

export interface RunnerSettings {
  address: QueueAddress;
  /** Jobs run at the same time. */
  concurrency: number;
  handle: (job: JobName, data: JobData, id: string | null, progress: (progress: JobProgress) => void) => Promise<void>;
  /** True once the process ends: what a job comes to from then on is no outcome, another worker takes it. */
  isStopping?: () => boolean;
  onError: (error: Error) => void;
  onFailed: (job: JobName, data: JobData, error: Error) => void;
}

/** The consumers' side: takes jobs as they come. */
export class JobRunner {
  #worker: Worker<JobData, void, JobName>;

  constructor(private readonly settings: RunnerSettings) {
    this.#worker = this.#create();
  }

  #create(): Worker<JobData, void, JobName> {
    const { settings } = this;
    const { factory, connection } = backendOf(settings.address);
    const worker = new Worker<JobData, void, JobName>(
      QUEUE_NAME,
      (job, token) => this.#handle(job, token),
      {
        connection,
        concurrency: settings.concurrency,
        autorun: false,
        // A job killed with its process is given to another; its lock is renewed while it runs.
        lockDuration: 30_000,
        stalledInterval: 30_000,
        maxStalledCount: 1_000_000,
      },
      factory,
    );
    worker.on('error', settings.onError);
    worker.on('failed', (job, error) => {
      if (job !== undefined) settings.onFailed(job.name, job.data, error);
    });
    return worker;
  }

  /** A job that was cut off goes back to the head of the queue, as if it had not been taken: no attempt is counted. */
  async #handle(job: Job<JobData, void, JobName>, token: string | undefined): Promise<void> {
    const { handle, isStopping } = this.settings;
    try {
      await handle(job.name, job.data, job.id ?? null, progressOf(job));
    } catch (error) {
      if (isStopping?.() !== true) throw error;
    }
    if (isStopping?.() !== true) return;
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Begins to take jobs. May be asked again after it failed, or while it takes them. */
  async start(): Promise<void> {
    try {
      await this.#worker.waitUntilReady();
    } catch (error) {
      // As in JobQueue.ready: what failed once on PostgreSQL never tries again.
      const failed = this.#worker;
      this.#worker = this.#create();
      await failed.close(true).catch(() => undefined);
      throw error;
    }
    if (!this.#worker.isRunning()) this.#worker.run().catch((error: unknown) => this.settings.onError(error as Error));
  }

  /** Takes no more jobs and waits for those under way. */
  async close(): Promise<void> {
    // Closed while it connects to PostgreSQL, BullMQ would leave a connection open behind it.
    if (!this.#worker.isRunning()) await this.#worker.waitUntilReady().catch(() => undefined);
    await this.#worker.close();
  }
}

/** Shown for people to read: what cannot be told, or comes too fast, is left out. */
function progressOf(job: Job<JobData, void, JobName>): (progress: JobProgress) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - told < PROGRESS_EVERY_MS) return;
    told = performance.now();
    job.updateProgress(progress).catch(() => undefined);
  };
}
