import type { EntityManager } from 'typeorm';

/** Any number that no other user of the same database takes as an advisory lock. */
const NOTATION = 7_301_950_151;

/**
 * One batch of scoring at a time, until the transaction ends: a notice scored for the profiles as they were, and a
 * profile scored against the notices as they were, would each miss the change of the other.
 * @returns false when another one is at work.
 */
export async function tryLockNotation(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ taken: boolean }[]>('select pg_try_advisory_xact_lock($1) as taken', [NOTATION]);
  return row?.taken === true;
}
