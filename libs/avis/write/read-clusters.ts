import type { EntityManager } from 'typeorm';
import type { FactsSchema } from './facts-schema.js';

/** @returns the cluster of each notice that has one, and of all the others in it. */
export async function readClusters(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await manager.query<{ avis_id: string; cluster_id: string }[]>(
    `select m.avis_id, m.cluster_id from ${schema}.cluster m where m.cluster_id in
       (select c.cluster_id from ${schema}.cluster c where c.avis_id = any($1::uuid[]))`,
    [ids],
  );
  return new Map(rows.map((row) => [row.avis_id, row.cluster_id]));
}
