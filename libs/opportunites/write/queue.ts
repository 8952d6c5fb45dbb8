import type { EntityManager } from 'typeorm';

/** The two queues of scoring and their keys. */
const QUEUES = { a_noter: 'avis_id', profil_a_noter: 'compte_id' } as const;
export type QueueName = keyof typeof QUEUES;

/** Takes work from a queue, the oldest first, until the transaction ends. @returns its ids. */
export async function takeQueued(manager: EntityManager, queue: QueueName, limit: number): Promise<string[]> {
  const key = QUEUES[queue];
  const rows = await manager.query<{ id: string }[]>(
    `select ${key} as id from write.${queue} where not_before is null or not_before <= clock_timestamp()
     order by since limit $1 for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Ends the work that was taken.
 * @param failures by id: a defect of ours, or a profile that cannot be read, must not stop the queue: it waits, longer
 *   each time, with its error for the operator.
 */
export async function settleQueued(
  manager: EntityManager,
  queue: QueueName,
  ids: readonly string[],
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  const key = QUEUES[queue];
  await manager.query(`delete from write.${queue} where ${key} = any($1::uuid[])`, [
    ids.filter((id) => !failures.has(id)),
  ]);
  if (failures.size === 0) return;
  await manager.query(
    `update write.${queue} q set attempts = least(q.attempts + 1, 100), error = f.error,
       not_before = clock_timestamp() + least(power(2, q.attempts), 360) * interval '1 minute'
     from unnest($1::uuid[], $2::text[]) as f (id, error) where q.${key} = f.id`,
    [[...failures.keys()], [...failures.values()]],
  );
}
