import type { DataSource } from 'typeorm';
import { faultPoint } from '#platform/faults/fault-point';
import { dropShadow } from './shadow-schema.js';

/** Of one transaction: a projection never waits for long behind it. */
const BATCH = 5_000;

/**
 * After the swap: queues every notice and award notice that differs for the ordinary projection, which stamps the notices
 * whose served form changes, then drops the schema. In batches, each of which forgets what it queued: killed, it goes on
 * where it was. @returns how many notices were queued.
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
  await queueAttributions(db);
  await db.transaction((manager) => dropShadow(manager));
  return queued;
}

async function queueAttributions(db: DataSource): Promise<void> {
  for (;;) {
    const rows = await db.query<unknown[]>(
      `with taken as (
         delete from shadow.a_recalculer where (objet, cle) in
           (select objet, cle from shadow.a_recalculer order by objet, cle limit $1) returning objet, cle
       )
       insert into write.a_recalculer as q (objet, cle) select objet, cle from taken order by objet, cle
       on conflict (objet, cle) do update set attempts = 0, error = null, not_before = null
       returning 1`,
      [BATCH],
    );
    if (rows.length === 0) return;
    faultPoint('after-commit');
  }
}
