import type { EntityManager } from 'typeorm';
import type { ToRecalculate } from './queue.js';

/** What `recalculateBatch` renders; award notices have their own job (libs/avis/write/project-attributions). */
export type Objet = Exclude<ToRecalculate['objet'], 'attribution'>;

/** Takes queued work of one kind, the oldest first, until the transaction ends; what another worker holds is left to it. */
export async function takeWork(
  manager: EntityManager,
  objet: ToRecalculate['objet'],
  limit: number,
): Promise<string[]> {
  const rows = await manager.query<{ cle: string }[]>(
    `select cle from write.a_recalculer where objet = $1 and (not_before is null or not_before <= clock_timestamp())
     order by since limit $2 for update skip locked`,
    [objet, limit],
  );
  return rows.map(({ cle }) => cle);
}

/** Takes what is done out of the queue. A defect of ours keeps its row, with its error, and waits longer each time. */
export async function settleWork(
  manager: EntityManager,
  objet: ToRecalculate['objet'],
  keys: readonly string[],
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  await manager.query('delete from write.a_recalculer where objet = $1 and cle = any($2::text[])', [
    objet,
    keys.filter((key) => !failures.has(key)),
  ]);
  if (failures.size === 0) return;
  await manager.query(
    `update write.a_recalculer p set attempts = least(p.attempts + 1, 100), error = f.error,
       not_before = clock_timestamp() + least(power(2, p.attempts), 360) * interval '1 minute'
     from unnest($2::text[], $3::text[]) as f (cle, error) where p.objet = $1 and p.cle = f.cle`,
    [objet, [...failures.keys()], [...failures.values()]],
  );
}

/**
 * Queues the contractors and buyers that time alone changes, by `change_le`. `do nothing`: one that is being recalculated
 * for an earlier day, or that fails, stays due and is found again.
 * @param today in Paris, `YYYY-MM-DD`.
 * @returns how many were queued.
 */
export async function queueDue(manager: EntityManager, today: string): Promise<number> {
  const [row] = await manager.query<{ n: number }[]>(
    `with queued as (
       insert into write.a_recalculer (objet, cle)
       select 'acheteur', siret from read.acheteur where change_le <= $1::date
       union all
       select 'prestataire', siren from read.prestataire where change_le <= $1::date
       order by 1, 2
       on conflict (objet, cle) do nothing
       returning 1)
     select count(*)::int as n from queued`,
    [today],
  );
  return row?.n ?? 0;
}
