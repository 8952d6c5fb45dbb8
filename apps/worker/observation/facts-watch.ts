import type pg from 'pg';
import { Counter, type Registry } from 'prom-client';
import { counter, gauge, type Reading } from '#platform/observation/read-at-scrape';
import type { FactPart } from './facts/fact-part.js';

/**
 * Asks the database how the service does, on timers of its own: a scrape costs it nothing, however often it comes. What
 * can no longer be asked is no longer shown: an old figure would be believed.
 */
export class FactsWatch {
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #askedAt = new Map<string, number>();
  readonly #failures: Counter<'part'>;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param db a pool of its own, with short time-outs: the work never waits for what watches it. */
  constructor(
    registry: Registry,
    private readonly db: pg.Pool,
    private readonly parts: readonly FactPart[],
    private readonly onFailed: (part: string, error: Error) => void,
  ) {
    for (const { kind, name, help, labels } of parts.flatMap(({ metrics }) => metrics)) {
      const measure = { name, help, read: () => this.#readings.get(name) ?? [] };
      (kind === 'gauge' ? gauge : counter)(registry, labels === undefined ? measure : { ...measure, labels });
    }
    gauge(registry, {
      name: 'marches_facts_timestamp_seconds',
      help: 'When this worker last asked for each part of what it tells of the whole service.',
      labels: ['part'],
      read: () => [...this.#askedAt].map(([part, at]) => [at, { part }]),
    });
    this.#failures = new Counter({
      name: 'marches_facts_failures_total',
      help: 'Times that this worker could not ask for a part: its metrics are then absent.',
      labelNames: ['part'],
      registers: [registry],
    });
    for (const { name } of parts) this.#failures.inc({ part: name }, 0);
  }

  /** Resolves when every part was asked once. */
  async start(): Promise<void> {
    for (const part of this.parts) this.#timers.push(setInterval(() => void this.#ask(part), part.everyMs));
    await Promise.all(this.parts.map((part) => this.#ask(part)));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay.values());
  }

  /** One question at a time of each part. */
  #ask(part: FactPart): Promise<void> {
    const underWay = this.#underWay.get(part.name);
    if (underWay !== undefined) return underWay;
    const asked = this.#askNow(part).finally(() => this.#underWay.delete(part.name));
    this.#underWay.set(part.name, asked);
    return asked;
  }

  async #askNow(part: FactPart): Promise<void> {
    try {
      const readings = await part.ask(this.db);
      for (const { name } of part.metrics) this.#readings.set(name, readings[name] ?? []);
      this.#askedAt.set(part.name, Date.now() / 1000);
    } catch (error) {
      for (const { name } of part.metrics) this.#readings.delete(name);
      this.#failures.inc({ part: part.name });
      this.onFailed(part.name, error instanceof Error ? error : new Error(String(error)));
    }
  }
}
