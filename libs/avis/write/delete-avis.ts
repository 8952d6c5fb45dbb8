import type { DataSource, EntityManager } from 'typeorm';
import { openStage } from './locks.js';
import { queueMatching } from './queue.js';

/**
 * Deletes a notice by an operator's decision: the worker retires it (`supprime`), and so it stays whatever its source
 * publishes and however often the archive is replayed. The archive keeps its documents.
 * @returns false when no notice has this id, or it is already deleted.
 */
export function deleteAvis(db: DataSource, id: string, motif: string): Promise<boolean> {
  return decide(db, 'supprimer', id, motif, async (manager) => {
    const rows = await manager.query<unknown[]>(
      `insert into write.suppression (avis_id, motif)
       select id, $2 from (select id from write.avis union select id from read.avis) known where id = $1
       on conflict do nothing returning 1`,
      [id, motif],
    );
    return rows.length > 0;
  });
}

/** Takes a deletion back: the notice is served again under its id. @returns false when it was not deleted. */
export function undeleteAvis(db: DataSource, id: string, motif: string | null): Promise<boolean> {
  return decide(db, 'retablir', id, motif, async (manager) => {
    const [rows] = await manager.query<[unknown[], number]>(
      'delete from write.suppression where avis_id = $1 returning 1',
      [id],
    );
    return rows.length > 0;
  });
}

function decide(
  db: DataSource,
  verbe: 'supprimer' | 'retablir',
  id: string,
  motif: string | null,
  change: (manager: EntityManager) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await change(manager))) return false;
    await manager.query('insert into write.decision (verbe, avis_id, motif) values ($1, $2, $3)', [verbe, id, motif]);
    // What points to it points elsewhere, or does again; its duplicates choose another one to be served.
    await queueMatching(manager, 'write', [id], 'operator');
    return true;
  });
}
