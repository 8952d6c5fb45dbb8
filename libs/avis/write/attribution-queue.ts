import type { EntityManager } from 'typeorm';
import type { FactsSchema } from './facts-schema.js';

/**
 * Queues award notices for `projectAttributions`, in the transaction that adds, changes or deletes them. `do update`: a
 * projection under way may have read the facts before us (libs/avis/write/queue.ts).
 */
export async function queueAttributions(
  manager: EntityManager,
  schema: FactsSchema,
  ids: Iterable<string>,
): Promise<void> {
  const sorted = [...new Set(ids)].sort();
  if (sorted.length === 0) return;
  await manager.query(
    `insert into ${schema}.a_recalculer as q (objet, cle)
     select 'attribution', id from unnest($1::text[]) with ordinality as t (id, rang) order by t.rang
     on conflict (objet, cle) do update set attempts = 0, error = null, not_before = null`,
    [sorted],
  );
}
