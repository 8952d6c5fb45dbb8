import type { EntityManager } from 'typeorm';

/** The number of write.publish_avis and write.restamp_avis. */
const STAMP_LOCK = 7_301_950_145;

/** Keeps every stamp out until the transaction ends. */
export async function lockStamp(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [STAMP_LOCK]);
}
