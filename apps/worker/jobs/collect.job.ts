import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InventoryOutcome } from '#avis/write/inventory';
import { circuitOf, storeCircuit } from '#avis/write/source-health';
import type { Clock } from '#platform/clock';
import type { Configuration } from '#platform/configuration/configuration';
import type { HttpGateway, Lane } from '#platform/http/client';
import type { JobData } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { SourcePlan } from '#sources/plan';
import type { SourceCode } from '#sources/registry';
import { afterRun, mayTry } from '../collect/circuit.js';
import { collectSource, type RunResult } from '../collect/collect-source.js';
import { RunLocks } from '../collect/run-locks.js';
import { firstDay } from '../collect/since.js';
import { SourcePlans } from '../collect/source-plans.js';
import { WorkMetrics } from '../observation/work-metrics.js';
import { CLOCK, CONFIGURATION, HTTP_GATEWAY } from '../tokens.js';
import { Waker } from '../wake.js';
import type { Job, JobContext } from './job.js';

const ATTEMPTS = 5;
const BACKOFF_MS = 5_000;

/** Asks one source for what is new. One schedule a source: a source that is down keeps no other waiting. */
@Injectable()
export class CollectJob implements Job {
  readonly name = 'collect';
  readonly looksEveryMs = null;
  readonly whenBusy = 'skip';
  readonly #logger = new Logger('collect');

  constructor(
    private readonly db: DataSource,
    private readonly plans: SourcePlans,
    private readonly locks: RunLocks,
    @Inject(HTTP_GATEWAY) private readonly http: HttpGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly waker: Waker,
    private readonly metrics: WorkMetrics,
  ) {}

  async schedules(): Promise<Schedule[]> {
    return (await this.plans.all())
      .filter(({ collected }) => collected)
      .map(({ source, cadenceSeconds }) => ({
        id: `collect:${source}`,
        job: 'collect',
        data: { source },
        everyMs: cadenceSeconds * 1000,
        attempts: ATTEMPTS,
        backoffMs: BACKOFF_MS,
      }));
  }

  /** @throws when the run failed and the circuit is closed, so that the queue tries it again. */
  async run(data: JobData, context: JobContext): Promise<void> {
    const plan = await this.plans.of(data.source as SourceCode);
    if (plan === undefined || !(plan.collected || data.asked === true)) return;
    const circuit = await circuitOf(this.db, plan.source);
    if (data.asked !== true && !mayTry(circuit, this.clock.now(), plan.cadenceSeconds)) return;
    const result = await this.#collect(plan, context);
    if (result === null) return;
    this.#say(plan.source, result);
    this.metrics.ran(plan.source, result);
    this.waker.wake('refresh-sources');
    // What an inventory retires waits for matching.
    this.waker.wake('match');
    // The end of the first load may hang on this run alone.
    this.waker.wake('project');
    if (result.outcome === 'interrupted') return;
    const after = afterRun(circuit, result.outcome === 'succeeded', this.clock.now(), plan.cadenceSeconds);
    await storeCircuit(this.db, plan.source, after);
    if (after.openedAt === null && circuit.openedAt !== null) {
      this.#logger.log({ source: plan.source }, 'the source answers again: its circuit is closed');
    }
    if (result.outcome === 'succeeded') return;
    if (after.openedAt === null) throw new Error(result.reason ?? 'failed');
    this.#logger.warn(
      { source: plan.source, failures: after.failures, retry_at: after.retryAt?.toISOString() },
      circuit.openedAt === null
        ? 'the source failed again and again: its circuit is open, it is left alone until retry_at'
        : 'the source still fails: its circuit stays open until retry_at',
    );
  }

  async #collect(plan: SourcePlan, { signal, jobId, progress }: JobContext): Promise<RunResult | null> {
    const { source, adresse } = plan;
    const collect = this.plans.collectorOf(plan);
    if (collect === null || adresse === null) return null;
    const started = performance.now();
    return collectSource({
      db: this.db,
      locks: this.locks,
      source,
      adresse,
      collect,
      http: (until) => this.http.client(until, this.#lane(source)),
      clock: this.clock,
      since: firstDay(this.clock.now(), this.configuration.collectDays),
      signal,
      jobId,
      onArchived: (counts, { inventory }) => {
        if (inventory !== null) this.#sayInventory(source, inventory);
        if (counts.added > 0) this.waker.wake('normalise');
        const seconds = Math.max(0.001, (performance.now() - started) / 1000);
        progress({ share: counts.progress, documents: counts.seen, per_second: Math.round(counts.seen / seconds) });
      },
    });
  }

  /** The simulated feeds are one host that stands for eighteen. */
  #lane(source: SourceCode): Lane {
    const { feeds, httpPauseMs } = this.configuration;
    return feeds === 'live' ? { pauseMs: httpPauseMs } : { key: source };
  }

  #sayInventory(source: string, { open, retired, back, held }: InventoryOutcome): void {
    if (held?.isNew === true) {
      this.#logger.warn(
        { source, open, absent: held.absents },
        'too many notices would disappear at once: nothing is retired, see ops disparitions',
      );
    }
    if (retired > 0) this.#logger.log({ source, retired }, 'notices that the source no longer publishes are retired');
    if (back > 0) this.#logger.log({ source, back }, 'notices are published again');
  }

  #say(source: string, { outcome, reason, seen, added, changed, bytes, faults }: RunResult): void {
    const figures = { source, outcome, seen, added, changed, bytes, faults: faults.length };
    if (outcome === 'failed') this.#logger.warn({ ...figures, reason }, 'run failed');
    else if (added > 0 || faults.length > 0) this.#logger.log(figures, 'run ended');
    else this.#logger.debug(figures, 'run ended, nothing new');
  }
}
