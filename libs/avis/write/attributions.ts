import type { EntityManager } from 'typeorm';
import { type AttributionFacts, type RenderedAttribution, renderAttribution } from '../project/attribution.js';
import type { FactsSchema } from './facts-schema.js';

export interface RenderedAttributions {
  rendered: RenderedAttribution[];
  /** Award notices that our own code failed on, with the error. */
  failures: Map<string, string>;
}

/** Renders those of these award notices that the facts hold. */
export async function renderAttributions(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<RenderedAttributions> {
  const rows = await manager.query<AttributionFacts[]>(
    `select id, source, facts from ${schema}.attribution where id = any($1::uuid[]) order by id`,
    [ids],
  );
  const rendered: RenderedAttribution[] = [];
  const failures = new Map<string, string>();
  for (const row of rows) {
    try {
      rendered.push(renderAttribution(row));
    } catch (error) {
      failures.set(row.id, String(error).slice(0, 500));
    }
  }
  return { rendered, failures };
}

/** Rendered award notices given as a JSON text in `$1`, under the name `r`, with the columns of read.attribution. */
export const RENDERED_ROWS = `json_to_recordset($1::json) as j (id uuid, source text, date_publication date, cpv text,
    acheteur_siret text, departement text, item text)
  cross join lateral (select j.id, j.source, coalesce(j.date_publication, '-infinity') as date_publication, j.cpv,
    j.acheteur_siret, j.departement, j.item) r`;
