import type { DataSource, EntityManager } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import { lockSourceStates, openStage } from './locks.js';
import { dependantsOf, type ProjectReason, queueProjection } from './queue.js';

export interface SourceMove {
  /** False: the source was already so. */
  changed: boolean;
  /** Notices of the source queued, to be retired or served again. */
  queued: number;
}

/** A cut is still being applied: notices of the source left to retire. */
export class CutUnderWay extends Error {
  override readonly name = 'CutUnderWay';
  constructor(readonly left: number) {
    super(`${String(left)} notices are still to be retired`);
  }
}

/**
 * Stops serving a source: lists leave its notices out at once, the worker retires each (`source_coupee`).
 * @param motif the operator's reason.
 */
export async function cutSource(db: DataSource, code: SourceCode, motif: string | null): Promise<SourceMove> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    await lockSourceStates(manager);
    if (!(await move(manager, code, true, motif))) return { changed: false, queued: 0 };
    return { changed: true, queued: await queue(manager, 'source cut', `source = $1 and statut <> 'retire'`, code) };
  });
}

/**
 * Serves a source again. Only once its cut is wholly applied: a notice still unretired would come back under the
 * version it had, which clients that synchronised meanwhile were not told and would never be.
 * @throws CutUnderWay.
 */
export async function restoreSource(db: DataSource, code: SourceCode, motif: string | null): Promise<SourceMove> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    await lockSourceStates(manager);
    const [state] = await manager.query<{ left: number }[]>(
      `select count(*)::int as left from read.avis a join write.source s on s.code = a.source and s.coupee
       where a.source = $1 and a.statut <> 'retire'`,
      [code],
    );
    if (state !== undefined && state.left > 0) throw new CutUnderWay(state.left);
    if (!(await move(manager, code, false, motif))) return { changed: false, queued: 0 };
    return { changed: true, queued: await queue(manager, 'source restored', 'source = $1 and servable', code) };
  });
}

/** Both states in one transaction with the decision. @returns whether anything changed. */
async function move(manager: EntityManager, code: string, coupee: boolean, motif: string | null): Promise<boolean> {
  await manager.query('insert into write.source (code) values ($1) on conflict do nothing', [code]);
  const [changed] = await manager.query<[unknown[], number]>(
    'update write.source set coupee = $2 where code = $1 and coupee <> $2 returning 1',
    [code, coupee],
  );
  if (changed.length === 0) return false;
  await manager.query(
    `insert into read.source (code, coupee) values ($1, $2) on conflict (code) do update set coupee = excluded.coupee`,
    [code, coupee],
  );
  await manager.query('insert into write.decision (verbe, source, motif) values ($1, $2, $3)', [
    coupee ? 'couper' : 'retablir',
    code,
    motif,
  ]);
  return true;
}

async function queue(manager: EntityManager, reason: ProjectReason, which: string, code: string): Promise<number> {
  const table = reason === 'source cut' ? 'read.avis' : 'write.avis';
  const own = await manager.query<{ id: string }[]>(`select id from ${table} where ${which}`, [code]);
  // Its duplicates choose another notice to be served, and lend and borrow otherwise; the notices they took over point to it.
  const mates = await manager.query<{ id: string }[]>(
    `select m.avis_id as id from write.avis a join write.cluster c on c.avis_id = a.id
     join write.cluster m on m.cluster_id = c.cluster_id
     where a.source = $1`,
    [code],
  );
  const grouped = mates.map(({ id }) => id);
  const followers = await dependantsOf(manager, 'write', grouped);
  await queueProjection(manager, 'write', [...own.map(({ id }) => id), ...grouped, ...followers], reason);
  return own.length;
}
