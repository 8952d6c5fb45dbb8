import type { EntityManager } from 'typeorm';
import { putOff, takeWork, type WorkQueue } from '#platform/database/work-queue';
import { readClusters } from './read-clusters.js';
import type { FactsSchema } from './facts-schema.js';

/** The two queues of notices: to be matched, to be projected. */
export type NoticeQueue = 'a_apparier' | 'a_projeter';

/** Why a notice is matched and projected again: what its history says of the version that follows, if one does. */
export type ProjectReason =
  | 'publication'
  | 'doublon'
  | 'deduction'
  | 'clock'
  | 'operator'
  | 'source cut'
  | 'source restored'
  | 'reprojected'
  | 'replay'
  | 'disappeared'
  | 'published again'
  | 'restored';

/**
 * Queues notices for `matchBatch`, which folds them again and queues them for projection with all that follow them: for
 * whatever changes what a notice is or where it stands. Only matching, one batch at a time, knows what follows: a fact
 * written while a batch joins the notice to others would be seen by none of them.
 */
export function queueMatching(
  manager: EntityManager,
  schema: FactsSchema,
  ids: Iterable<string>,
  reason: ProjectReason,
): Promise<void> {
  return queue(manager, schema, 'a_apparier', ids, reason);
}

/** Queues notices for `projectBatch`: for what changes these alone. */
export function queueProjection(
  manager: EntityManager,
  schema: FactsSchema,
  ids: Iterable<string>,
  reason: ProjectReason,
): Promise<void> {
  return queue(manager, schema, 'a_projeter', ids, reason);
}

/**
 * `do update`, not `do nothing`: it waits for a batch that is at work on the same notice, which may have read the facts
 * before us and will delete its row; the new row then outlives it. Sorted ids keep concurrent writers from waiting for each
 * other in a circle.
 */
async function queue(
  manager: EntityManager,
  schema: FactsSchema,
  table: NoticeQueue,
  ids: Iterable<string>,
  reason: ProjectReason,
): Promise<void> {
  const sorted = [...new Set(ids)].sort();
  if (sorted.length === 0) return;
  await manager.query(
    `insert into ${schema}.${table} as p (avis_id, reason)
     select id, $2 from unnest($1::uuid[]) with ordinality as t (id, rang) order by t.rang
     on conflict (avis_id) do update set reason = excluded.reason, attempts = 0, error = null, not_before = null`,
    [sorted, reason],
  );
}

/** Takes the oldest that may be tried, out of other processes' reach. @returns ids in order, each with why it was queued. */
export async function takeQueued(
  manager: EntityManager,
  schema: FactsSchema,
  table: NoticeQueue,
  limit: number,
): Promise<Map<string, ProjectReason>> {
  const rows = await takeWork<{ avis_id: string; reason: ProjectReason }>(
    manager,
    workQueue(schema, table),
    'avis_id, reason',
    limit,
  );
  return new Map(rows.map((row) => [row.avis_id, row.reason]));
}

/** Keeps notices that our own code failed on in their queue. */
export function recordFailures(
  manager: EntityManager,
  schema: FactsSchema,
  table: NoticeQueue,
  failures: ReadonlyMap<string, string>,
): Promise<void> {
  return putOff(manager, workQueue(schema, table), failures);
}

function workQueue(schema: FactsSchema, table: NoticeQueue): WorkQueue {
  return { table: `${schema}.${table}`, key: 'avis_id', keyType: 'uuid' };
}

/**
 * Ids of the notices whose place or values follow these: those that are the same notice, and the retired ones that point
 * to any of them. For matching alone: a batch under way may be joining others to them.
 */
export async function followersOf(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<string[]> {
  const mates = [...(await readClusters(manager, schema, ids)).keys()];
  return [...new Set([...mates, ...(await dependantsOf(manager, schema, [...new Set([...ids, ...mates])]))])];
}

/**
 * Ids of the retired notices that point, through others or not, to one of these. Level by level, since there is nearly
 * always none: the recursive query reads the whole table.
 */
export async function dependantsOf(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  let level = [...ids];
  while (level.length > 0) {
    const rows = await manager.query<{ id: string }[]>(
      `select id from ${schema}.avis where remplace_par = any($1::uuid[])`,
      [level],
    );
    level = rows.map((row) => row.id).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return [...found];
}
