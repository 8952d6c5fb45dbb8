import type { EntityManager } from 'typeorm';
import { SOURCES } from '#sources/registry';

/** Spaces of two-key advisory locks; the second key is a hash of the source's code. */
const ARCHIVE = 730195;
const CHAINS = 730196;

/** Any numbers that no other user of the same database takes as an advisory lock. */
const SOURCE_STATES = 7_301_950_146;
const MATCHING = 7_301_950_149;

/** Longest that a writing transaction may last: far below the ten-minute margin of cursor mode. */
const TRANSACTION_TIMEOUT = '60s';

/**
 * Settings of a stage's transaction: bounded in time, and rows found by key whatever the statistics say. During a first
 * load tables grow faster than autovacuum analyses them, and the planner then reads them whole: 1,600 ms instead of 2
 * for the chains of 500 documents among 100,000.
 */
export async function openStage(manager: EntityManager): Promise<void> {
  await manager.query(
    `set local transaction_timeout = '${TRANSACTION_TIMEOUT}'; set local enable_seqscan = off; set local jit = off;
     set local max_parallel_workers_per_gather = 0`,
  );
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

/** Waits for the writers of chains of every source and keeps others out, until the transaction ends. */
export async function lockAllChains(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1, hashtext(code)) from unnest($2::text[]) as s (code)', [
    CHAINS,
    SOURCES.map((source) => source.code).sort(),
  ]);
}

/**
 * One batch of matching at a time, until the transaction ends: of two at once neither would see the notices of the other.
 * @returns false when another one is at work.
 */
export async function tryLockMatching(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ taken: boolean }[]>('select pg_try_advisory_xact_lock($1) as taken', [MATCHING]);
  return row?.taken === true;
}

/** Waits for the batch of matching under way and keeps others out, until the transaction ends. */
export async function lockMatching(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [MATCHING]);
}

/** Taken by whoever projects: which sources are cut does not change until the transaction ends. */
export async function holdSourceStates(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock_shared($1)', [SOURCE_STATES]);
}

/** Taken to cut or restore a source: waits for the projections under way, which still see it as it was. */
export async function lockSourceStates(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [SOURCE_STATES]);
}
