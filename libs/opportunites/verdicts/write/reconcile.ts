import type { DataSource, EntityManager } from 'typeorm';
import { HOLDS } from './holding.js';
import { serveOutcomes } from './record.js';

type Row = { compte_id: string; avis_id: string };

const BATCH = 1000;
const LOCKED = 'select o.compte_id, o.avis_id from read.opportunite o';
/** An outcome of a notice that is in no feed comes of use when its source is served again. */
const KEPT = `interval '30 days'`;

/**
 * Makes feeds say what the outcomes kept say: a verdict of a notice or a profile as it was before goes, so that nothing
 * is hidden for a reason that is no more; a row that came back takes up its verdict, unasked. Rows that somebody else
 * works on are left to the next time.
 * @returns rows changed.
 */
export async function reconcileVerdicts(db: DataSource): Promise<number> {
  let changed = 0;
  for (const find of [outdated, unserved]) {
    for (;;) {
      const rows = await db.transaction(async (manager) => {
        const found = await find(manager);
        if (found.length > 0) await serveOutcomes(manager, found);
        return found.length;
      });
      changed += rows;
      if (rows < BATCH) break;
    }
  }
  return changed;
}

/** Forgets what is about notices that left all feeds long ago. */
export async function forgetVerdicts(db: DataSource): Promise<void> {
  await db.query(
    `delete from write.verdict v where v.evalue_le < clock_timestamp() - ${KEPT}
       and not exists (select from write.annonce a where a.avis_id = v.avis_id)`,
  );
  await db.query(`delete from write.evaluation where not_before < clock_timestamp() - ${KEPT}`);
}

/** The outcomes that hold, found at once: row by row they take ten times as long. */
const HOLDING = `with tenu as materialized (
  select distinct v.compte_id, v.avis_id from write.verdict v
  join write.annonce a on a.avis_id = v.avis_id join write.profil p on p.compte_id = v.compte_id where ${HOLDS})`;

function outdated(manager: EntityManager): Promise<Row[]> {
  return manager.query<Row[]>(
    `${HOLDING}, servi as materialized (
       select compte_id, avis_id from read.opportunite where verdict is not null
       except select compte_id, avis_id from tenu)
     ${LOCKED} where (o.compte_id, o.avis_id) in (select compte_id, avis_id from servi limit $1) and o.verdict is not null
     for update of o skip locked`,
    [BATCH],
  );
}

function unserved(manager: EntityManager): Promise<Row[]> {
  return manager.query<Row[]>(
    `${HOLDING}, absent as materialized (
       select compte_id, avis_id from tenu
       except select compte_id, avis_id from read.opportunite where verdict is not null)
     ${LOCKED} where (o.compte_id, o.avis_id) in (select compte_id, avis_id from absent) and o.verdict is null
     limit $1 for update of o skip locked`,
    [BATCH],
  );
}
