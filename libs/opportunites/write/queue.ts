import type { EntityManager } from 'typeorm';
import { putOff, takeWork, type WorkQueue } from '#platform/database/work-queue';

/** The two queues of scoring. */
const QUEUES = {
  a_noter: { table: 'write.a_noter', key: 'avis_id', keyType: 'uuid' },
  profil_a_noter: { table: 'write.profil_a_noter', key: 'compte_id', keyType: 'uuid' },
} as const satisfies Record<string, WorkQueue>;
export type QueueName = keyof typeof QUEUES;

/** Takes work from a queue, the oldest first, until the transaction ends. @returns its ids. */
export async function takeQueued(manager: EntityManager, queue: QueueName, limit: number): Promise<string[]> {
  const rows = await takeWork<{ id: string }>(manager, QUEUES[queue], `${QUEUES[queue].key} as id`, limit);
  return rows.map((row) => row.id);
}

/** Ends the work that was taken. @param failures by id: a defect of ours, or a profile that cannot be read. */
export async function settleQueued(
  manager: EntityManager,
  queue: QueueName,
  ids: readonly string[],
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  const { table, key } = QUEUES[queue];
  await manager.query(`delete from ${table} where ${key} = any($1::uuid[])`, [ids.filter((id) => !failures.has(id))]);
  await putOff(manager, QUEUES[queue], failures);
}
