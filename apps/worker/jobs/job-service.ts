import { setTimeout as sleep } from 'node:timers/promises';
import { BeforeApplicationShutdown, Inject, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import type { JobData, JobName } from '#platform/queue/job-names';
import { ShutdownState } from '#platform/lifecycle/shutdown-state';
import { isPaced, JobQueue, type Schedule } from '#platform/queue/job-queue';
import { JobRunner } from '#platform/queue/job-runner';
import type { QueueAddress } from '#platform/queue/backend';
import { WorkMetrics } from '../observation/work-metrics.js';
import { QUEUE_ADDRESS } from '../tokens.js';
import { Coalescer } from './coalescer.js';
import { registryOf } from './job-registry.js';
import { Job, type JobContext, JOBS } from './job.js';
import { TimedJobs } from './timed-jobs.js';

/** Jobs of one process at a time: every stage and every source at once, with room to answer those that only coalesce. */
const CONCURRENCY = 32;
/** How soon a worker follows what an operator sets, or finds that its schedules are gone. */
const KEEPS_SCHEDULES_EVERY_MS = 2_000;
/** The queue is asked every KEEPS_SCHEDULES_EVERY_MS: without an answer for that long it is away. */
const QUEUE_AWAY_AFTER_MS = 15_000;
const OPENS_AGAIN_AFTER_MS = 2_000;
const FAREWELL_MS = 3_000;

/** Takes jobs from the queue, runs the stages' own timers, and ends both in order. */
@Injectable()
export class JobService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('jobs');
  readonly #registry: ReadonlyMap<JobName, Job>;
  readonly #coalescer = new Coalescer();
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #runner: JobRunner;
  #queueTrouble = '';
  #queueAnsweredAt = Number.NEGATIVE_INFINITY;
  #timedJobs: ReadonlySet<JobName> = new Set();
  #keeping = false;

  constructor(
    @Inject(JOBS) jobs: readonly Job[],
    private readonly queue: JobQueue,
    private readonly state: ShutdownState,
    @Inject(QUEUE_ADDRESS) address: QueueAddress,
    private readonly metrics: WorkMetrics,
    private readonly timed: TimedJobs,
  ) {
    this.#registry = registryOf(jobs);
    this.#runner = new JobRunner({
      address,
      concurrency: CONCURRENCY,
      handle: (name, data, jobId, progress) => this.#run(name, data, jobId, progress),
      isStopping: () => this.#stop.signal.aborted,
      onError: (error) => this.#queueFailed(error),
      // The run's own report and log line say more; this one is for defects of ours.
      onFailed: (name, data, error) => this.#logger.debug({ job: name, ...data, reason: error.message }, 'job failed'),
    });
  }

  /** Whether the queue has answered of late. */
  get queueAnswers(): boolean {
    return performance.now() - this.#queueAnsweredAt < QUEUE_AWAY_AFTER_MS;
  }

  onApplicationBootstrap(): void {
    // The queue may be away: the stages' own timers do not wait for it.
    void this.#openQueue();
    for (const job of this.#registry.values()) {
      if (job.looksEveryMs === null) continue;
      const look = () => void this.#run(job.name, {}, null).catch((error: unknown) => this.#lookFailed(job, error));
      look();
      this.#timers.push(setInterval(look, job.looksEveryMs));
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.state.begin();
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    // At once: a job taken from here on would only be given back.
    const returned = this.#runner.close().catch(() => undefined);
    await Promise.allSettled(this.#running);
    // A Redis that is away would hold its clients' farewell up for ever.
    const closed = returned.then(() => this.queue.close());
    await Promise.race([closed, sleep(FAREWELL_MS, undefined, { ref: false })]);
  }

  /** A database that is away for the instant in which the worker starts must not leave it without jobs for ever. */
  async #openQueue(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#takeJobs();
        return;
      } catch (error) {
        this.#queueFailed(error as Error);
        await sleep(OPENS_AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #takeJobs(): Promise<void> {
    await this.queue.ready();
    const schedules = await this.#schedules();
    this.#timedJobs = new Set(schedules.filter((one) => !isPaced(one)).map(({ job }) => job));
    await this.timed.known([...this.#timedJobs]);
    await this.#keepSchedules();
    if (this.#stop.signal.aborted) return;
    await this.#runner.start();
    // A restart does not wait for the next occurrence.
    for (const { job, data } of schedules.filter(isPaced)) await this.queue.wake(job, data);
    this.#queueTrouble = '';
    this.#logger.log({ schedules: schedules.length }, 'taking jobs');
    this.#timers.push(setInterval(() => void this.#keepSchedules(), KEEPS_SCHEDULES_EVERY_MS));
  }

  async #schedules(): Promise<Schedule[]> {
    return (await Promise.all([...this.#registry.values()].map(async (job) => job.schedules()))).flat();
  }

  /** Follows what operators set, and puts back what a queue that was emptied has lost. */
  async #keepSchedules(): Promise<void> {
    if (this.#keeping || this.#stop.signal.aborted) return;
    this.#keeping = true;
    try {
      const changed = await this.queue.keep(await this.#schedules());
      this.#queueAnsweredAt = performance.now();
      if (changed > 0) this.#logger.log({ changed }, 'schedules set');
      this.#queueTrouble = '';
    } catch (error) {
      this.#queueFailed(error as Error);
    } finally {
      this.#keeping = false;
    }
  }

  async #run(
    name: JobName,
    data: JobData,
    jobId: string | null,
    progress: JobContext['progress'] = () => undefined,
  ): Promise<void> {
    const job = this.#registry.get(name);
    // A job of a newer or older release: its own worker will take its schedule away.
    if (job === undefined || this.#stop.signal.aborted) return;
    const key = data.source === undefined ? name : `${name}:${data.source}`;
    const context = { signal: this.#stop.signal, jobId, progress };
    const work = async () => {
      await this.metrics.during(name, context.signal, () => job.run(data, context));
      if (this.#timedJobs.has(name) && !context.signal.aborted) await this.timed.succeeded(name);
    };
    const running = this.#coalescer.run(key, job.whenBusy, work);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  #lookFailed(job: Job, error: unknown): void {
    this.#logger.error(
      { job: job.name, reason: (error as Error).message },
      'stage failed, trying again at its next look',
    );
  }

  /** Said once, not at every attempt to reconnect. */
  #queueFailed(error: Error): void {
    if (this.#stop.signal.aborted || error.message === this.#queueTrouble) return;
    this.#queueTrouble = error.message;
    this.#logger.warn({ reason: error.message }, 'the queue cannot be reached; the stages go on by their own timers');
  }
}
