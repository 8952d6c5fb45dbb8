import type { DataSource, EntityManager } from 'typeorm';
import { openStage } from '#avis/write/locks';
import { faultPoint } from '#platform/faults/fault-point';
import { readProfil } from '../read-profil.js';
import { prepareProfil } from '../score/prepared.js';
import { scorePrepared } from '../score/score.js';
import { type FeedRow, replaceFeedRows } from './feed-rows.js';
import { tryLockNotation } from './locks.js';
import { matchingAnnonces } from './matching-annonces.js';
import { NOTHING, type NoterCounts } from './noter-avis.js';
import { settleQueued, takeQueued } from './queue.js';

/**
 * Takes one queued profile and makes its feed what scoring says now; of a deleted profile, or one that cannot be read,
 * the feed is empty. One transaction: a profile may match tens of thousands of notices.
 */
export async function noterProfil(db: DataSource): Promise<NoterCounts> {
  const counts = await db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await tryLockNotation(manager))) return NOTHING;
    const [compteId] = await takeQueued(manager, 'profil_a_noter', 1);
    if (compteId === undefined) return NOTHING;
    const { rows, failure } = await feedOf(manager, compteId);
    const { put, gone } = await replaceFeedRows(manager, { compte_id: [compteId] }, rows);
    const failures = new Map(failure === null ? [] : [[compteId, failure]]);
    await settleQueued(manager, 'profil_a_noter', [compteId], failures);
    return { done: 1, changed: put + gone, failed: failures.size };
  });
  if (counts.done > 0) faultPoint('after-commit');
  return counts;
}

async function feedOf(manager: EntityManager, compteId: string): Promise<{ rows: FeedRow[]; failure: string | null }> {
  const [stored] = await manager.query<{ profil: unknown }[]>('select profil from write.profil where compte_id = $1', [
    compteId,
  ]);
  if (stored === undefined) return { rows: [], failure: null };
  const read = readProfil(stored.profil);
  if (!read.ok) return { rows: [], failure: read.faults.join('; ').slice(0, 500) };
  const profil = prepareProfil(read.value);
  const annonces = await matchingAnnonces(manager, compteId, profil);
  const rows = annonces.flatMap((annonce) => {
    const scored = scorePrepared(profil, annonce);
    return scored === null ? [] : [{ compte_id: compteId, avis_id: annonce.id, ...scored }];
  });
  return { rows, failure: null };
}
