import { Queue, type JobsOptions } from 'bullmq';
import { backendOf, type QueueAddress } from './backend.js';
import type { JobData, JobName } from './job-names.js';

export const QUEUE_NAME = 'marches';

/** A job that comes back by itself. */
export interface Schedule {
  /** Stable name: `collect:boamp`. */
  id: string;
  job: JobName;
  data: JobData;
  everyMs: number;
  /** Tries of one occurrence, and the first wait between two, doubled each time. */
  attempts?: number;
  backoffMs?: number;
}

/** Finished jobs tell nothing that write.run and the log do not. */
const FORGET: JobsOptions = { removeOnComplete: true, removeOnFail: true };

/** The producers' side: the worker's stages and the operators' command line. */
export class JobQueue {
  readonly #queue: Queue<JobData, void, JobName>;

  constructor(address: QueueAddress, onError: (error: Error) => void) {
    const { factory, connection } = backendOf(address);
    this.#queue = new Queue<JobData, void, JobName>(QUEUE_NAME, { connection, streams: EVENTS }, factory);
    this.#queue.on('error', onError);
  }

  /** Resolves when the backend is reachable and its tables are there. */
  async ready(): Promise<void> {
    await this.#queue.waitUntilReady();
  }

  /** Says "now". @returns the job's id. */
  async wake(job: JobName, data: JobData = {}): Promise<string> {
    const added = await this.#queue.add(job, data, FORGET);
    return added.id ?? '';
  }

  /** Makes these schedules the only ones: those of an earlier release end. */
  async schedule(schedules: readonly Schedule[]): Promise<void> {
    const wanted = new Set(schedules.map(({ id }) => id));
    for (const known of await this.#queue.getJobSchedulers()) {
      if (!wanted.has(known.key)) await this.#queue.removeJobScheduler(known.key);
    }
    for (const { id, job, data, everyMs, attempts = 1, backoffMs = 1000 } of schedules) {
      const retry = { attempts, backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 } };
      await this.#queue.upsertJobScheduler(
        id as JobName,
        { every: everyMs, tz: 'UTC' },
        {
          name: job,
          data,
          opts: { ...FORGET, ...retry },
        },
      );
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}

/** BullMQ's own event log, of which nobody here reads more than the end. */
const EVENTS = { events: { maxLen: 1000 } };
