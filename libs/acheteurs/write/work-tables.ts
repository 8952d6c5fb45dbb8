import type { QueryRunner } from 'typeorm';

/** Any number that no other user of the same database takes as an advisory lock. */
const DEDUCTION = 7_301_950_147;

/** Another deduction is under way, here or in another process. */
export class DeductionUnderWay extends Error {
  override readonly name = 'DeductionUnderWay';
  constructor() {
    super('another deduction is under way');
  }
}

/**
 * Runs work on a session of its own that holds the deduction's lock and may make temporary tables: memory stays flat
 * whatever the number of notices, and nothing is left when the session ends, whichever way.
 * @throws DeductionUnderWay.
 */
export async function withWorkTables<T>(session: QueryRunner, work: () => Promise<T>): Promise<T> {
  const [row] = (await session.query('select pg_try_advisory_lock($1) as taken', [DEDUCTION])) as { taken: boolean }[];
  if (row?.taken !== true) throw new DeductionUnderWay();
  try {
    // Grouping a million mentions in memory or on disk: a quarter of the time with this much.
    await session.query(`set work_mem = '64MB'; set jit = off`);
    return await work();
  } finally {
    // The connection goes back to its pool as it was; one that was lost has nothing left to give back.
    await session
      .query(`discard temp; reset work_mem; reset jit; select pg_advisory_unlock(${DEDUCTION})`)
      .catch(() => undefined);
  }
}
