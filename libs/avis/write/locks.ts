import type { EntityManager } from 'typeorm';

/** Spaces of two-key advisory locks; the second key is a hash of the source's code. */
const ARCHIVE = 730195;
const CHAINS = 730196;

/** Longest that a writing transaction may last: far below the ten-minute margin of cursor mode. */
const TRANSACTION_TIMEOUT = '60s';

/** Bounds the current transaction. */
export async function boundTransaction(manager: EntityManager): Promise<void> {
  await manager.query(`set local transaction_timeout = '${TRANSACTION_TIMEOUT}'`);
}

/** One archiver a source at a time, until the transaction ends: document ids then rise in the order of commits. */
export async function lockArchive(manager: EntityManager, source: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1, hashtext($2))', [ARCHIVE, source]);
}

/** One writer of chains a source at a time, until the transaction ends. @returns false when another one is at work. */
export async function tryLockChains(manager: EntityManager, source: string): Promise<boolean> {
  const [row] = await manager.query<{ taken: boolean }[]>(
    'select pg_try_advisory_xact_lock($1, hashtext($2)) as taken',
    [CHAINS, source],
  );
  return row?.taken === true;
}
