import type { DataSource, EntityManager } from 'typeorm';
import { openStage } from '#avis/write/locks';
import { faultPoint } from '#platform/faults/fault-point';
import type { ProfilIndex } from '../score/candidates.js';
import { prepareAnnonce } from '../score/prepared.js';
import { scorePrepared } from '../score/score.js';
import { annonceOf, removeAnnonces, type ServedAvis, storeAnnonces, type StoredAnnonce } from './annonces.js';
import { type FeedRow, readGardes, replaceFeedRows } from './feed-rows.js';
import { tryLockNotation } from './locks.js';
import { settleQueued, takeQueued } from './queue.js';
import type { StoredProfils } from './stored-profils.js';

export interface NoterCounts {
  /** Notices, or profiles, taken from the queue. Zero: nothing to do, or another worker is at it. */
  done: number;
  /** Rows of feeds added, changed or deleted. */
  changed: number;
  /** Kept in the queue with the error, tried again later. */
  failed: number;
}

export const NOTHING: NoterCounts = { done: 0, changed: 0, failed: 0 };

/** Takes queued notices and makes every feed say of them what scoring says now: one transaction. */
export async function noterAvis(
  db: DataSource,
  profils: StoredProfils,
  { limit }: { limit: number },
): Promise<NoterCounts> {
  const counts = await db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await tryLockNotation(manager))) return NOTHING;
    const ids = await takeQueued(manager, 'a_noter', limit);
    if (ids.length === 0) return NOTHING;
    const read = await readAnnonces(manager, ids);
    const { stored, failures } = read;
    const kept = new Set(stored.map(({ annonce }) => annonce.id));
    const settled = ids.filter((id) => !failures.has(id));
    await removeAnnonces(
      manager,
      settled.filter((id) => !kept.has(id)),
    );
    await storeAnnonces(manager, stored);
    const rows = rowsOf(await profils.load(manager), read);
    const { put, gone } = await replaceFeedRows(manager, { avis_id: settled }, rows);
    await settleQueued(manager, 'a_noter', ids, failures);
    return { done: ids.length, changed: put + gone, failed: failures.size };
  });
  if (counts.done > 0) faultPoint('after-commit');
  return counts;
}

interface Read {
  /** Those of the notices that may stand in a feed: open, or closed and held on to by somebody. */
  stored: StoredAnnonce[];
  /** Of the closed ones, who holds on to each. */
  gardes: Map<string, Set<string>>;
  failures: Map<string, string>;
}

async function readAnnonces(manager: EntityManager, ids: readonly string[]): Promise<Read> {
  const served = await manager.query<ServedAvis[]>(
    `select a.id, a.statut = 'ouvert' as ouvert, a.departements, a.detail from read.avis a
     where a.id = any($1::uuid[]) and a.statut <> 'retire'`,
    [ids],
  );
  const gardes = await readGardes(
    manager,
    served.filter(({ ouvert }) => !ouvert).map(({ id }) => id),
  );
  const stored: StoredAnnonce[] = [];
  const failures = new Map<string, string>();
  for (const avis of served) {
    if (!avis.ouvert && !gardes.has(avis.id)) continue;
    try {
      stored.push(annonceOf(avis));
    } catch (error) {
      failures.set(avis.id, String(error).slice(0, 500));
    }
  }
  return { stored, gardes, failures };
}

function rowsOf(index: ProfilIndex, { stored, gardes }: Read): FeedRow[] {
  return stored.flatMap(({ annonce, ouvert }) => {
    const prepared = prepareAnnonce(annonce);
    const rows: FeedRow[] = [];
    for (const [compte_id, profil] of index.candidatesOf(prepared)) {
      if (!ouvert && gardes.get(annonce.id)?.has(compte_id) !== true) continue;
      const scored = scorePrepared(profil, prepared);
      if (scored !== null) rows.push({ compte_id, avis_id: annonce.id, ...scored });
    }
    return rows;
  });
}
