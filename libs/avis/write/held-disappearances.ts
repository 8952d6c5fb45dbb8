import type { DataSource, EntityManager } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import { INVENTORIES_BEFORE_RETIREMENT } from './inventory.js';
import { lockArchive, openStage } from './locks.js';
import { OPEN_NOTICES } from './open-notices.js';
import { queueMatching } from './queue.js';

/** A source of which too much would disappear at once. Instants are RFC 3339 texts in UTC. */
export interface HeldDisappearance {
  source: SourceCode;
  depuis: string;
  /** Notices held as open. */
  ouverts: number;
  /** Of which the source's last two inventories lack. */
  absents: number;
  /** Titles of a few of them. */
  exemples: { id: string; titre: string | null }[];
}

const EXAMPLES = 3;

/** Sources that wait for an operator's word. */
export function heldDisappearances(db: DataSource): Promise<HeldDisappearance[]> {
  return db.query<HeldDisappearance[]>(
    `select h.source, to_char(h.depuis at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as depuis, h.ouverts, h.absents,
       (select coalesce(json_agg(json_build_object('id', e.id, 'titre', e.titre) order by e.id), '[]') from (
          select a.id, a.facts #>> '{content,titre}' as titre from write.disparition g join write.avis a on a.id = g.avis_id
          where g.source = h.source and g.retiree_le is null and g.ecartee_le is null and g.inventaires >= $1
          order by a.id limit $2) e) as exemples
     from write.disparition_retenue h order by h.source`,
    [INVENTORIES_BEFORE_RETIREMENT, EXAMPLES],
  );
}

/** The operator says that what is held has disappeared: the worker retires it. @returns how many; null when nothing is held. */
export function confirmDisappearance(db: DataSource, source: SourceCode, motif: string | null): Promise<number | null> {
  return decide(db, source, motif, 'confirmer_disparition', 'retiree_le = clock_timestamp(), decidee = true');
}

/**
 * The operator says that what is held is still published: it stays served, and its absence means nothing until an
 * inventory shows it again. @returns how many; null when nothing is held.
 */
export function dismissDisappearance(db: DataSource, source: SourceCode, motif: string | null): Promise<number | null> {
  return decide(db, source, motif, 'ecarter_disparition', 'ecartee_le = clock_timestamp()');
}

function decide(
  db: DataSource,
  source: SourceCode,
  motif: string | null,
  verbe: 'confirmer_disparition' | 'ecarter_disparition',
  change: string,
): Promise<number | null> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    // Inventories are recorded under the same lock.
    await lockArchive(manager, source);
    const [held] = await manager.query<[unknown[], number]>(
      'delete from write.disparition_retenue where source = $1 returning 1',
      [source],
    );
    if (held.length === 0) return null;
    const ids = await markHeld(manager, source, change);
    await manager.query('insert into write.decision (verbe, source, motif) values ($1, $2, $3)', [
      verbe,
      source,
      motif,
    ]);
    if (verbe === 'confirmer_disparition') await queueMatching(manager, 'write', ids, 'disappeared');
    return ids.length;
  });
}

/** Marks what is held and still open: what time closed since needs no retirement. */
async function markHeld(manager: EntityManager, source: string, change: string): Promise<string[]> {
  const [rows] = await manager.query<[{ avis_id: string }[], number]>(
    `update write.disparition set ${change}
     where source = $1 and retiree_le is null and ecartee_le is null and inventaires >= $3
       and avis_id in (${OPEN_NOTICES}) returning avis_id`,
    [source, new Date(), INVENTORIES_BEFORE_RETIREMENT],
  );
  return rows.map((row) => row.avis_id);
}
