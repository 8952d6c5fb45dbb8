import type { JobData, JobName } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { JobProgress } from '#platform/queue/job-runner';

export interface JobContext {
  /** Aborted when the worker stops: end soon, leave nothing half done. */
  signal: AbortSignal;
  /** Job of the queue; null when the worker looked by itself. */
  jobId: string | null;
  /** Tells the queue how far it has come. */
  progress: (progress: JobProgress) => void;
}

/** One job: when it comes back by itself, and what it does. One file a job. */
export interface Job {
  readonly name: JobName;
  /** Kept by the queue; asked for again every few seconds, so that they may change while the worker runs. */
  schedules(): Schedule[] | Promise<Schedule[]>;
  /**
   * The stage also looks by itself this often, without the queue, in milliseconds: a queue that is lost loses nothing.
   * Null for a job that only its schedule starts.
   */
  readonly looksEveryMs: number | null;
  /** What happens when it is asked for while it runs: once more afterwards, or nothing. */
  readonly whenBusy: 'again' | 'skip';
  run(data: JobData, context: JobContext): Promise<void>;
}

/** Injection token of all jobs. */
export const JOBS = Symbol('JOBS');
