import { type Job, type JobSchedulerJson, Queue, type JobsOptions } from 'bullmq';
import { backendOf, type QueueAddress, type WhenAway } from './backend.js';
import type { JobData, JobName } from './job-names.js';

export const QUEUE_NAME = 'marches';

/** A job that comes back by itself. */
export type Schedule = Paced | Timed;

interface Scheduled {
  /** Stable name: `collect:boamp`. */
  id: string;
  job: JobName;
  data: JobData;
  /** Tries of one occurrence, and the first wait between two, doubled each time. */
  attempts?: number;
  backoffMs?: number;
}

/** At a pace, and as soon as a worker starts. */
interface Paced extends Scheduled {
  everyMs: number;
}

/** At times of the day, and at no other: five cron fields in UTC. One that passed while no worker ran is made up for. */
interface Timed extends Scheduled {
  cron: string;
}

export function isPaced(schedule: Schedule): schedule is Paced {
  return 'everyMs' in schedule;
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
    const checked = performance.now();
    const kept = print === this.#kept.print && checked - this.#kept.at < FULL_CHECK_MS;
    if (kept && (await this.#queue.getJobSchedulersCount()) === schedules.length) return 0;
    const known = new Map((await this.#queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    const now = Date.now();
    const wanted = new Set(schedules.map(({ id }) => id));
    const unwanted = [...known.keys()].filter((key) => !wanted.has(key));
    const changed = schedules.filter((schedule) => !isKept(schedule, known.get(schedule.id), now));
    for (const key of unwanted) await this.#queue.removeJobScheduler(key);
    for (const schedule of changed) {
      // Over an old one the queue would keep its next occurrence, however far away it is.
      const before = known.get(schedule.id);
      const missed = !isPaced(schedule) && before?.pattern === schedule.cron && isOverdue(before, now);
      if (missed) await this.wake(schedule.job, schedule.data);
      if (before !== undefined) await this.#queue.removeJobScheduler(schedule.id);
      await this.#put(schedule);
    }
    const changes = unwanted.length + changed.length;
    this.#kept = { print, at: changes > 0 ? checked - FULL_CHECK_MS + RECHECK_MS : checked };
    return changes;
  }

  async #put(schedule: Schedule): Promise<void> {
    const { id, job, data, attempts = 1, backoffMs = 1000 } = schedule;
    const when = isPaced(schedule) ? { every: schedule.everyMs } : { pattern: schedule.cron };
    const retry = { attempts, backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 } };
    const template = { name: job, data, opts: { ...FORGET, ...retry } };
    await this.#queue.upsertJobScheduler(id as JobName, { ...when, tz: 'UTC' }, template);
  }

  /** Jobs by state. Waits for a Redis that is away. */
  async counts(): Promise<Record<string, number>> {
    return this.#queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
  }

  /** What people look at. Waits for a Redis that is away. @param most jobs of each state. */
  async board(most: number): Promise<QueueBoard> {
    const [counts, schedulers, ...jobs] = await Promise.all([
      this.counts(),
      this.#queue.getJobSchedulers(),
      ...SHOWN_STATES.map(async (state) =>
        (await this.#queue.getJobs(state, 0, most - 1)).map((job) => shown(state, job)),
      ),
    ]);
    return {
      counts,
      jobs: jobs.flat(),
      schedules: schedulers.map(({ key, next, every, pattern }) => ({
        id: key,
        next: next ?? null,
        everyMs: every ?? null,
        cron: pattern ?? null,
      })),
    };
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }
}

const SHOWN_STATES = ['active', 'waiting', 'prioritized', 'delayed'] as const;

export interface QueueBoard {
  counts: Record<string, number>;
  jobs: QueuedJob[];
  /** Instants in epoch milliseconds. */
  schedules: { id: string; next: number | null; everyMs: number | null; cron: string | null }[];
}

export interface QueuedJob {
  id: string;
  name: string;
  state: (typeof SHOWN_STATES)[number];
  source: string | null;
  attempts: number;
  /** Why its last attempt failed. */
  failure: string | null;
  /** 0 to 1; null where nobody knows. */
  share: number | null;
  /** Epoch milliseconds: since when it runs, when it is due, or since when it waits. */
  at: number;
}

function shown(state: QueuedJob['state'], job: Job<JobData, void, JobName>): QueuedJob {
  const { timestamp, delay, processedOn, progress } = job;
  const share = (progress as { share?: unknown } | null)?.share;
  return {
    id: job.id ?? '',
    name: job.name,
    state,
    source: job.data.source ?? null,
    attempts: job.attemptsMade,
    // Declared as always there; a job that never failed has none.
    failure: job.failedReason || null,
    share: typeof share === 'number' ? share : null,
    at: state === 'active' ? (processedOn ?? timestamp) : timestamp + delay,
  };
}

/** BullMQ's own event log, of which nobody here reads more than the end. */
const EVENTS = { events: { maxLen: 1000 } };

/** @param known what the queue holds; `next` is its next occurrence, in epoch milliseconds. */
function isKept(schedule: Schedule, known: JobSchedulerJson | undefined, now: number): boolean {
  if (known === undefined || known.template?.opts?.attempts !== (schedule.attempts ?? 1)) return false;
  if (!isPaced(schedule)) return known.pattern === schedule.cron && !isOverdue(known, now);
  if (known.every !== schedule.everyMs) return false;
  const late = lateness(known, now);
  return late < 2 * schedule.everyMs + OVERDUE_MS && -late <= schedule.everyMs + AHEAD_MS;
}

/** Whether an occurrence at a time of the day was missed: `next` moves on as soon as a worker takes it. */
function isOverdue(known: JobSchedulerJson, now: number): boolean {
  return lateness(known, now) >= OVERDUE_MS;
}

function lateness({ next }: JobSchedulerJson, now: number): number {
  return now - (next ?? now);
}
