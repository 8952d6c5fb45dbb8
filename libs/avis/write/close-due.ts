import type { DataSource } from 'typeorm';
import type { Clock } from '#platform/clock';

/**
 * Queues the notices that time has closed for `projectBatch`, which stamps each once. `do nothing` is enough here: a row
 * missed because it is being projected is due again at the next call. @returns how many were queued.
 */
export async function closeDue(db: DataSource, { clock, limit }: { clock: Clock; limit: number }): Promise<number> {
  const rows = await db.query<unknown[]>(
    `insert into write.a_projeter (avis_id, reason)
     select id, 'clock' from (
       select id from read.avis where closes_at <= $1 order by closes_at limit $2
     ) due order by id
     on conflict (avis_id) do nothing returning 1`,
    [clock.now().toISOString(), limit],
  );
  return rows.length;
}
