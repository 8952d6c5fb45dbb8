import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { reglages } from '#avis/write/reglages';
import { tellEnvironment } from '#avis/write/source-environment';
import type { Configuration } from '#platform/configuration/configuration';
import type { Collect } from '#sources/adapter';
import { collectorOf } from '#sources/adapters';
import { environmentOf, plansOf, type SourceEnvironment, type SourcePlan } from '#sources/plan';
import type { SourceCode } from '#sources/registry';
import { COLLECTORS, CONFIGURATION } from '../tokens.js';

/** Stands in for the real adapters in tests: the sources that it lacks are not collected. */
export type Collectors = ReadonlyMap<SourceCode, Collect>;

/** How each source is collected, read anew each time: what an operator sets holds from the next run on. */
@Injectable()
export class SourcePlans {
  readonly #environment: SourceEnvironment[];
  #told: Promise<void> | null = null;

  constructor(
    private readonly db: DataSource,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(COLLECTORS) private readonly collectors: Collectors | null,
  ) {
    this.#environment = environmentOf(configuration.collection).map((said) =>
      this.#collector(said) === null ? { ...said, adresse: null } : said,
    );
  }

  async all(): Promise<SourcePlan[]> {
    await this.#tell();
    return plansOf(this.#environment, await reglages(this.db));
  }

  async of(source: SourceCode): Promise<SourcePlan | undefined> {
    return (await this.all()).find((plan) => plan.source === source);
  }

  /** Null where nobody said where the source is read. */
  collectorOf(plan: SourcePlan): Collect | null {
    return this.#collector(plan);
  }

  #collector({ source, adresse }: SourceEnvironment): Collect | null {
    if (adresse === null) return null;
    if (this.collectors !== null) return this.collectors.get(source) ?? null;
    return collectorOf(source, adresse, this.configuration.collection.tedSiteUrl);
  }

  /** Once: the environment of a process does not change. */
  #tell(): Promise<void> {
    this.#told ??= tellEnvironment(this.db, this.#environment).catch((error: unknown) => {
      this.#told = null;
      throw error;
    });
    return this.#told;
  }
}
