import type { DataSource } from 'typeorm';
import { renderRetired } from '../../project/render-retired.js';
import { openStage } from '../locks.js';
import { publish } from '../publish.js';
import { NO_FILTERS } from '../retire.js';

/** A notice that copies hold and nobody has collected again since the restore. */
export interface LostNotice {
  id: string;
  source: string;
  /** The last version that the witness saw. */
  version: string;
}

const BATCH = 1000;

export function lostNotices(db: DataSource, limit: number): Promise<LostNotice[]> {
  return db.query<LostNotice[]>(
    `select o.avis_id as id, o.source, to_char(o.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version
     from write.orphelin o where not exists (select from read.avis a where a.id = o.avis_id) order by o.avis_id limit $1`,
    [limit],
  );
}

/**
 * Tells copies that the notices which never came back are gone: a tombstone (`supprime`) each. A source that shows one
 * later makes it served again, under a greater version. @returns how many.
 */
export async function retireLostNotices(db: DataSource): Promise<number> {
  for (let retired = 0; ;) {
    const lost = await lostNotices(db, BATCH);
    if (lost.length === 0) {
      await db.query('delete from write.orphelin');
      return retired;
    }
    retired += await db.transaction(async (manager) => {
      await openStage(manager);
      const tombstones = lost.map(({ id, source }) => renderRetired(id, 'supprime', null, { ...NO_FILTERS, source }));
      return publish(manager, tombstones, () => 'restored');
    });
  }
}
