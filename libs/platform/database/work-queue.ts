import type { EntityManager } from 'typeorm';

/**
 * A table of work to do: a key with `since`, `attempts`, `error` and `not_before`. Its names are of our own code, never of a
 * request.
 */
export interface WorkQueue {
  table: string;
  /** Column that names the work. */
  key: string;
  keyType: 'uuid' | 'text';
  /** SQL condition, where the queue is a part of its table. */
  part?: string;
}

/**
 * Takes the oldest work that may be tried, until the transaction ends; what another worker holds is left to it.
 * @param columns of the rows given.
 */
export function takeWork<Row>(
  manager: EntityManager,
  queue: WorkQueue,
  columns: string,
  limit: number,
): Promise<Row[]> {
  return manager.query<Row[]>(
    `select ${columns} from ${queue.table}
     where ${queue.part ?? 'true'} and (not_before is null or not_before <= clock_timestamp())
     order by since limit $1 for update skip locked`,
    [limit],
  );
}

/** Work that failed must not stop its queue: it waits, longer each time, with its error for the operator. */
export async function putOff(
  manager: EntityManager,
  queue: WorkQueue,
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  if (failures.size === 0) return;
  const { table, key, keyType, part = 'true' } = queue;
  await manager.query(
    `update ${table} q set attempts = least(q.attempts + 1, 100), error = f.error,
       not_before = clock_timestamp() + least(power(2, q.attempts), 360) * interval '1 minute'
     from unnest($1::${keyType}[], $2::text[]) as f (failed, error) where ${part} and q.${key} = f.failed`,
    [[...failures.keys()], [...failures.values()]],
  );
}
