import type { DataSource, EntityManager } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import { shadowExists } from './shadow-schema.js';

/** Any number that no other user of the same database takes as an advisory lock. */
const REPLAY_LOCK = 7_301_950_148;

export interface ReplayState {
  id: string;
  /**
   * `rebuilding`: unfinished, of no use; `compared`: waits for the operator's word; `swapped`: its facts are in force,
   * notices are left to queue.
   */
  phase: 'rebuilding' | 'compared' | 'swapped';
  /** Sources whose documents are normalised again. */
  sources: SourceCode[];
  /** Documents collected before keep what they gave; null: none does. */
  since: Date | null;
  started_at: Date;
  compared_at: Date | null;
  waiting: number;
}

/** Another process is replaying. */
export class ReplayUnderWay extends Error {
  override readonly name = 'ReplayUnderWay';
  constructor() {
    super('another replay is under way');
  }
}

/** The schema was dropped or made anew by another process: nothing of this replay may be written any more. */
export class ReplayLost extends Error {
  override readonly name = 'ReplayLost';
  constructor() {
    super('the replay was abandoned or started again by another process');
  }
}

/** @returns null when no replay was started, or the last one was applied or abandoned. */
export async function readReplay(db: Pick<EntityManager, 'query'>): Promise<ReplayState | null> {
  if (!(await shadowExists(db))) return null;
  const [state] = await db.query<ReplayState[]>('select * from shadow.replay');
  return state ?? null;
}

/** Runs work as the only replay. @throws ReplayUnderWay. */
export async function aloneInReplay<T>(db: DataSource, work: () => Promise<T>): Promise<T> {
  const session = db.createQueryRunner();
  try {
    const [row] = (await session.query('select pg_try_advisory_lock($1) as taken', [REPLAY_LOCK])) as {
      taken: boolean;
    }[];
    if (row?.taken !== true) throw new ReplayUnderWay();
    try {
      return await work();
    } finally {
      // A lost connection has released the lock already.
      await session.query('select pg_advisory_unlock($1)', [REPLAY_LOCK]).catch(() => undefined);
    }
  } finally {
    await session.release();
  }
}

/** Called in every transaction that writes rebuilt facts. @throws ReplayLost. */
export async function holdReplay(manager: EntityManager, id: string): Promise<void> {
  const there =
    (await shadowExists(manager)) &&
    (await manager.query<unknown[]>('select from shadow.replay where id = $1 for share', [id])).length > 0;
  if (!there) throw new ReplayLost();
  // Killed or lost with the machine, a rebuild starts anew: its commits need not wait for the disk.
  await manager.query('set local synchronous_commit = off');
}
