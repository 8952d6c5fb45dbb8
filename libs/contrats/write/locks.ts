import type { DataSource, EntityManager } from 'typeorm';

/** Any number that no other user of the same database takes as an advisory lock. */
const CONTRATS = 7_301_950_150;
/** Space of two-key advisory locks; the second key is a hash of the register's name. */
const IMPORTS = 730_198;

/** Longest that a batch may take: a server that hangs must not hold the others up. */
const TRANSACTION_TIMEOUT = '120s';

/**
 * Settings of a batch's transaction: bounded in time, and rows found by key whatever the statistics say: during a first
 * import tables grow faster than autovacuum analyses them, and the planner then reads them whole.
 */
export async function openBatch(manager: EntityManager): Promise<void> {
  await manager.query(
    `set local transaction_timeout = '${TRANSACTION_TIMEOUT}'; set local enable_seqscan = off; set local jit = off;
     set local max_parallel_workers_per_gather = 0`,
  );
}

/**
 * One writer of contracts at a time, until the transaction ends: registers share their contracts, and ids of declarations
 * rise in the order of commits, so that folding them in that order again gives the same uids.
 */
export async function lockContrats(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [CONTRATS]);
}

/** Another import of the same register is under way, here or in another process. */
export class ImportUnderWay extends Error {
  override readonly name = 'ImportUnderWay';
  constructor(readonly registre: string) {
    super(`another import of ${registre} is under way`);
  }
}

/**
 * Runs an import with the register's lock, held by a session of its own: a kill frees it.
 * @throws ImportUnderWay.
 */
export async function withImportLock<T>(db: DataSource, registre: string, work: () => Promise<T>): Promise<T> {
  const session = db.createQueryRunner();
  try {
    const [row] = (await session.query('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      IMPORTS,
      registre,
    ])) as { taken: boolean }[];
    if (row?.taken !== true) throw new ImportUnderWay(registre);
    try {
      return await work();
    } finally {
      // A session that was lost has lost the lock with it.
      await session.query('select pg_advisory_unlock($1, hashtext($2))', [IMPORTS, registre]).catch(() => undefined);
    }
  } finally {
    await session.release();
  }
}
