import { type JobSchedulerJson, Queue, type JobsOptions } from 'bullmq';
import { backendOf, type QueueAddress, type WhenAway } from './backend.js';
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

/** Schedules are compared one by one this often, even while their number is right. */
const FULL_CHECK_MS = 60_000;
/** After a change they are compared again this soon: it may have met an occurrence that was just being taken. */
const RECHECK_MS = 5_000;
/** An occurrence that is this long overdue was lost. */
const OVERDUE_MS = 15_000;
/** One that is this much further away than a whole interval belongs to what the schedule was before; clocks may differ by less. */
const AHEAD_MS = 60_000;

/** Finished jobs tell nothing that write.run and the log do not. */
const FORGET: JobsOptions = { removeOnComplete: true, removeOnFail: true };

/** The producers' side: the worker's stages and the operators' command line. */
export class JobQueue {
  readonly #create: () => Queue<JobData, void, JobName>;
  #queue: Queue<JobData, void, JobName>;
  #kept = { print: '', at: 0 };

  constructor(address: QueueAddress, onError: (error: Error) => void, whenAway: WhenAway = 'wait') {
    const { factory, connection } = backendOf(address, whenAway);
    this.#create = () => {
      const queue = new Queue<JobData, void, JobName>(QUEUE_NAME, { connection, streams: EVENTS }, factory);
      queue.on('error', onError);
      return queue;
    };
    this.#queue = this.#create();
  }

  /** Resolves when the backend is reachable and its tables are there. May be asked again after it failed. */
  async ready(): Promise<void> {
    try {
      await this.#queue.waitUntilReady();
    } catch (error) {
      // On PostgreSQL a queue whose first connection failed never tries another.
      const failed = this.#queue;
      this.#queue = this.#create();
      await failed.close().catch(() => undefined);
      throw error;
    }
  }

  /** Says "now". @returns the job's id. */
  async wake(job: JobName, data: JobData = {}): Promise<string> {
    const added = await this.#queue.add(job, data, FORGET);
    return added.id ?? '';
  }

  /**
   * Makes these schedules the only ones: what is missing is put back, what changed is changed, what an earlier release
   * left ends. Asked for often, it costs one count while nothing changes; a queue that was emptied is found out at once,
   * and one that lost something else within a minute. @returns number of schedules put, changed or taken away.
   */
  async keep(schedules: readonly Schedule[]): Promise<number> {
    const print = JSON.stringify(schedules);
    const now = performance.now();
    const kept = print === this.#kept.print && now - this.#kept.at < FULL_CHECK_MS;
    if (kept && (await this.#queue.getJobSchedulersCount()) === schedules.length) return 0;
    const known = new Map((await this.#queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    const wanted = new Set(schedules.map(({ id }) => id));
    const unwanted = [...known.keys()].filter((key) => !wanted.has(key));
    const changed = schedules.filter((schedule) => !isKept(schedule, known.get(schedule.id), Date.now()));
    for (const key of unwanted) await this.#queue.removeJobScheduler(key);
    for (const schedule of changed) {
      // Over an old one the queue would keep its next occurrence, however far away it is.
      if (known.has(schedule.id)) await this.#queue.removeJobScheduler(schedule.id);
      await this.#put(schedule);
    }
    const changes = unwanted.length + changed.length;
    this.#kept = { print, at: changes > 0 ? now - FULL_CHECK_MS + RECHECK_MS : now };
    return changes;
  }

  async #put({ id, job, data, everyMs, attempts = 1, backoffMs = 1000 }: Schedule): Promise<void> {
    const retry = { attempts, backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 } };
    const template = { name: job, data, opts: { ...FORGET, ...retry } };
    await this.#queue.upsertJobScheduler(id as JobName, { every: everyMs, tz: 'UTC' }, template);
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}

/** BullMQ's own event log, of which nobody here reads more than the end. */
const EVENTS = { events: { maxLen: 1000 } };

/** @param known what the queue holds; `next` is its next occurrence, in epoch milliseconds. */
function isKept({ everyMs, attempts = 1 }: Schedule, known: JobSchedulerJson | undefined, now: number): boolean {
  if (known === undefined || known.every !== everyMs || known.template?.opts?.attempts !== attempts) return false;
  const late = now - (known.next ?? now);
  return late < 2 * everyMs + OVERDUE_MS && -late <= everyMs + AHEAD_MS;
}
