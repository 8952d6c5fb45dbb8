import type { DataSource } from 'typeorm';
import { faultPoint } from '#platform/faults/fault-point';
import { dropShadow } from './shadow-schema.js';

/** Of one transaction: a projection never waits for long behind it. */
const BATCH = 5_000;

/**
 * After the swap: queues every notice that differs for the ordinary projection, which stamps those whose served form
 * changes, then drops the schema. In batches, each of which forgets what it queued: killed, it goes on where it was.
 * @returns how many were queued.
 */
export async function queueAffected(db: DataSource): Promise<number> {
  let queued = 0;
  for (const table of ['shadow.a_projeter', 'shadow.difference']) {
    for (;;) {
      // As in queueProjection: a projection of the same notice that is under way is waited for.
      const rows = await db.query<unknown[]>(
        `with taken as (
           delete from ${table} where avis_id in (select avis_id from ${table} order by avis_id limit $1) returning avis_id
         )
         insert into write.a_projeter as p (avis_id, reason) select avis_id, 'replay' from taken order by avis_id
         on conflict (avis_id) do update set reason = excluded.reason, attempts = 0, error = null, not_before = null
         returning 1`,
        [BATCH],
      );
      if (rows.length === 0) break;
      queued += rows.length;
      faultPoint('after-commit');
    }
  }
  await db.transaction((manager) => dropShadow(manager));
  return queued;
}
