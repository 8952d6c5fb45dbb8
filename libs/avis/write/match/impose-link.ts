import type { DataSource, EntityManager } from 'typeorm';
import type { OperatorLink } from '../../match/clusters.js';
import { openStage } from '../locks.js';
import { queueMatching } from '../queue.js';

/** An operator's word on a pair of notices, or the end of it. */
export type Word = OperatorLink['decision'] | 'oublier_lien';

/** No notice ever had these ids. */
export class UnknownNotices extends Error {
  override readonly name = 'UnknownNotices';
  constructor(readonly ids: readonly string[]) {
    super(`no notice has the id ${ids.join(', ')}`);
  }
}

/**
 * Writes the operator's word that two notices are one (`lier`) or are not (`separer`), above every rule and for every
 * replay, or takes it back; queues both to be matched again. @param pair two different ids, in any order.
 * @returns false when it was so already: nothing is written. @throws UnknownNotices.
 */
export function imposeLink(
  db: DataSource,
  word: Word,
  pair: readonly [string, string],
  motif: string | null,
): Promise<boolean> {
  const [a, b] = [...pair].sort() as [string, string];
  return db.transaction(async (manager) => {
    await openStage(manager);
    const unknown = await unknownAmong(manager, pair);
    // A word on a notice that is no more may still be taken back.
    if (word !== 'oublier_lien' && unknown.length > 0) throw new UnknownNotices(unknown);
    if (!(await (word === 'oublier_lien' ? forget(manager, a, b) : say(manager, word, a, b, motif)))) {
      if (unknown.length > 0) throw new UnknownNotices(unknown);
      return false;
    }
    await manager.query(
      `insert into write.decision (verbe, avis_id, autre_avis_id, motif)
       values ($1, $2::uuid, $3::uuid, $4), ($1, $3::uuid, $2::uuid, $4)`,
      [word, a, b, motif],
    );
    await queueMatching(manager, 'write', [a, b], 'operator');
    return true;
  });
}

async function unknownAmong(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select id from unnest($1::uuid[]) as asked (id)
     where not exists (select from write.avis w where w.id = asked.id)
       and not exists (select from read.avis r where r.id = asked.id)`,
    [ids],
  );
  return rows.map((row) => row.id);
}

async function say(
  manager: EntityManager,
  decision: OperatorLink['decision'],
  a: string,
  b: string,
  motif: string | null,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `insert into write.imposed_link as l (a, b, decision, motif) values ($1, $2, $3, $4)
     on conflict (a, b) do update set decision = excluded.decision, motif = excluded.motif, decide_le = clock_timestamp()
       where l.decision <> excluded.decision
     returning 1`,
    [a, b, decision, motif],
  );
  return rows.length > 0;
}

async function forget(manager: EntityManager, a: string, b: string): Promise<boolean> {
  const [rows] = await manager.query<[unknown[], number]>(
    'delete from write.imposed_link where a = $1 and b = $2 returning 1',
    [a, b],
  );
  return rows.length > 0;
}
