import type { EntityManager } from 'typeorm';
import { putOff, takeWork as takeFrom, type WorkQueue } from '#platform/database/work-queue';
import type { ToRecalculate } from './queue.js';

/** What `recalculateBatch` renders; award notices have their own job (libs/avis/write/project-attributions). */
export type Objet = Exclude<ToRecalculate['objet'], 'attribution'>;

/** Takes queued work of one kind, the oldest first, until the transaction ends; what another worker holds is left to it. */
export async function takeWork(
  manager: EntityManager,
  objet: ToRecalculate['objet'],
  limit: number,
): Promise<string[]> {
  const rows = await takeFrom<{ cle: string }>(manager, queueOf(objet), 'cle', limit);
  return rows.map(({ cle }) => cle);
}

function queueOf(objet: ToRecalculate['objet']): WorkQueue {
  return { table: 'write.a_recalculer', key: 'cle', keyType: 'text', part: `objet = '${objet}'` };
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
  await putOff(manager, queueOf(objet), failures);
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
