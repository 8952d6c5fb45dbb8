import type { EntityManager } from 'typeorm';

/**
 * Whether notices may be projected: not while a replay has documents left to normalise, since half the facts would be
 * served as if they were all. Ends a replay whose documents are done, whoever finished it: every row served before is
 * queued once, so that what the archive no longer gives is retired.
 */
export async function endReplayWhenNormalised(manager: EntityManager): Promise<boolean> {
  const [state] = await manager.query<{ replaying: boolean }[]>('select replaying from write.state');
  if (state?.replaying !== true) return true;
  // One process ends it; the update waits for another that is ending it now and then finds nothing to do.
  const [row] = await manager.query<{ waiting: boolean }[]>(
    'select exists (select from write.a_normaliser) as waiting from write.state for update of state',
  );
  if (row?.waiting === true) return false;
  const [ended] = await manager.query<[unknown[], number]>(
    'update write.state set replaying = false where replaying returning 1',
  );
  if (ended.length > 0) {
    await manager.query(
      `insert into write.a_projeter (avis_id, reason)
       select id, 'replay' from (select id from read.avis union select id from write.avis where servable) every_one order by id
       on conflict (avis_id) do nothing`,
    );
  }
  return true;
}
