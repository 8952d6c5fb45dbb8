import type { DataSource } from 'typeorm';

/**
 * Queues every notice that may stand in a feed, to be read and scored again for every profile: after a change of the
 * rules of words or scores. @returns how many.
 */
export async function queueEverything(db: DataSource): Promise<number> {
  const rows = await db.query<unknown[]>(
    `insert into write.a_noter (avis_id)
     select id from (select avis_id as id from write.annonce union select id from read.avis where statut = 'ouvert') known
     order by id on conflict (avis_id) do nothing returning 1`,
  );
  return rows.length;
}
