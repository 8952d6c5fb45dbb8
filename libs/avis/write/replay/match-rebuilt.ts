import type { DataSource, EntityManager } from 'typeorm';
import { openStage } from '../locks.js';
import { matchWithin } from '../match/match-batch.js';
import { queueMatching } from '../queue.js';
import { holdReplay, type ReplayState } from './replay-state.js';

/** Folds and matches the rebuilt notices that wait for it, in batches. @param onBatch told the notices done. */
export async function matchRebuilt(
  db: DataSource,
  replay: ReplayState,
  limit: number,
  onBatch: (notices: number) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const { done } = await db.transaction(async (manager) => {
      await openStage(manager);
      await holdReplay(manager, replay.id);
      return matchWithin(manager, 'shadow', { limit });
    });
    if (done === 0) return;
    onBatch(done);
  }
}

/** The same within one transaction, for notices known to be few. Those that our own code failed on wait in the ordinary queue. */
export async function matchRebuiltWithin(manager: EntityManager, limit: number): Promise<void> {
  await queueMatching(manager, 'shadow', await decidedMeanwhile(manager), 'operator');
  while ((await matchWithin(manager, 'shadow', { limit })).done > 0);
  await manager.query(
    `insert into write.a_apparier (avis_id, reason, attempts, error, not_before)
     select avis_id, reason, attempts, error, not_before from shadow.a_apparier on conflict (avis_id) do nothing`,
  );
}

/**
 * Notices on which an operator said a word since the replay began: the worker applied it to the facts in force, and the
 * rebuilt ones may have been grouped before. Two minutes earlier: longer than a transaction that was not yet visible.
 */
async function decidedMeanwhile(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select distinct d.avis_id as id from write.decision d, shadow.replay r
     where d.autre_avis_id is not null and d.decide_le >= r.started_at - interval '2 minutes'`,
  );
  return rows.map((row) => row.id);
}

/** Number of rebuilt notices left to match. */
export async function countToMatch(db: Pick<EntityManager, 'query'>): Promise<number> {
  const [row] = await db.query<{ n: number }[]>('select count(*)::int as n from shadow.a_apparier');
  return row?.n ?? 0;
}
