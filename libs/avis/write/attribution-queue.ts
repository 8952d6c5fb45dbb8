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

/** Takes award notices from the queue, the oldest first, until the transaction ends. @returns their ids. */
export async function takeAttributions(manager: EntityManager, limit: number): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select cle as id from write.a_recalculer
     where objet = 'attribution' and (not_before is null or not_before <= clock_timestamp())
     order by since limit $1 for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/** @param failures by id: a defect of ours must not stop the queue, the award notice waits, longer each time. */
export async function settleAttributions(
  manager: EntityManager,
  ids: readonly string[],
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  await manager.query(`delete from write.a_recalculer where objet = 'attribution' and cle = any($1::text[])`, [
    ids.filter((id) => !failures.has(id)),
  ]);
  if (failures.size === 0) return;
  await manager.query(
    `update write.a_recalculer q set attempts = least(q.attempts + 1, 100), error = f.error,
       not_before = clock_timestamp() + least(power(2, q.attempts), 360) * interval '1 minute'
     from unnest($1::text[], $2::text[]) as f (id, error) where q.objet = 'attribution' and q.cle = f.id`,
    [[...failures.keys()], [...failures.values()]],
  );
}
