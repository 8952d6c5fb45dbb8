import type { DataSource } from 'typeorm';
import { reglages } from '#avis/write/reglages';
import { toldEnvironment } from '#avis/write/source-environment';
import type { Configuration } from '#platform/configuration/configuration';
import { environmentOf, plansOf, type SourcePlan } from '#sources/plan';

/**
 * How each source is collected, ordered by rang. The workers' environment counts, as they told it; this process's own
 * where no worker ever ran.
 */
export async function sourcePlans(db: DataSource, configuration: Configuration): Promise<SourcePlan[]> {
  const told = new Map((await toldEnvironment(db)).map((said) => [said.source, said]));
  const environment = environmentOf(configuration.collection).map((said) => told.get(said.source) ?? said);
  return plansOf(environment, await reglages(db));
}
