import type { DataSource } from 'typeorm';

/** Space of two-key advisory locks (libs/avis/write/locks.ts has the others). */
const RUNS = 730_197;

/**
 * Runs `task` alone for a source, over all workers of the database; the lock ends with the session, so a kill frees it.
 * @returns false, without running it, when another worker is at it.
 */
export async function withRunLock(db: DataSource, source: string, task: () => Promise<void>): Promise<boolean> {
  const session = db.createQueryRunner();
  try {
    await session.connect();
    const [row] = (await session.query('select pg_try_advisory_lock($1, hashtext($2)) as taken', [RUNS, source])) as {
      taken: boolean;
    }[];
    if (row?.taken !== true) return false;
    try {
      await task();
    } finally {
      // A session that was lost meanwhile has lost the lock with it.
      await session.query('select pg_advisory_unlock($1, hashtext($2))', [RUNS, source]).catch(() => undefined);
    }
    return true;
  } finally {
    await session.release();
  }
}
