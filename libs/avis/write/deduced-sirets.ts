import type { EntityManager } from 'typeorm';

/** The buyer's SIRET that the service attached to each notice: a fact, whatever a replay rebuilds. */
export async function readDeduced(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await manager.query<{ avis_id: string; siret: string }[]>(
    'select avis_id, siret from write.siret_deduit where avis_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.avis_id, row.siret]));
}
