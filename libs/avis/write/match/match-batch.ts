import type { DataSource, EntityManager } from 'typeorm';
import type { AvisFacts } from '../../fold/facts.js';
import { faultPoint } from '#platform/faults/fault-point';
import type { FactsSchema } from '../facts-schema.js';
import { openStage, tryLockMatching } from '../locks.js';
import { followersOf, type ProjectReason, queueProjection, recordFailures, takeQueued } from '../queue.js';
import { moveClusters } from './cluster-store.js';
import { foldQueued } from './fold-queued.js';
import { storeKeys } from './key-store.js';
import { replaceLinks } from './link-store.js';

export interface MatchOptions {
  /** Most notices of one batch. */
  limit: number;
}

export interface MatchCounts {
  /** Notices taken from the queue. Zero: nothing to do, or another process is doing it. */
  done: number;
  /** Notices queued for projection. */
  queued: number;
  /** Notices that our own code failed on: kept in the queue with the error, tried again later. */
  failed: number;
}

/**
 * Takes queued notices, folds each from its publications, looks up those it may be the same as, compares them, and
 * regroups what the links reach; queues those that changed and those whose cluster moved for projection: one
 * transaction, one at a time. What it leaves is a function of the facts: no order of arrival and no size of batches
 * changes it.
 */
export async function matchBatch(db: DataSource, options: MatchOptions): Promise<MatchCounts> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await tryLockMatching(manager))) return { done: 0, queued: 0, failed: 0 };
    return matchWithin(manager, 'write', options);
  });
}

/** The same within a transaction of the caller, who is alone to match in this schema. */
export async function matchWithin(
  manager: EntityManager,
  schema: FactsSchema,
  { limit }: MatchOptions,
): Promise<MatchCounts> {
  const reasons = await takeQueued(manager, schema, 'a_apparier', limit);
  if (reasons.size === 0) return { done: 0, queued: 0, failed: 0 };
  const { folded, notices, failures } = await foldQueued(manager, schema, [...reasons.keys()]);
  faultPoint('after-fold');
  await saveFacts(manager, schema, folded);
  const crossed = await storeKeys(manager, schema, notices);
  const ends = await replaceLinks(manager, schema, notices, crossed);
  const moved = await moveClusters(manager, schema, [...new Set([...notices.keys(), ...ends])]);
  await recordFailures(manager, schema, 'a_apparier', failures);
  await manager.query(`delete from ${schema}.a_apparier where avis_id = any($1::uuid[])`, [[...folded.keys()]]);
  return {
    done: reasons.size,
    queued: await queue(manager, schema, reasons, moved),
    failed: failures.size,
  };
}

async function saveFacts(
  manager: EntityManager,
  schema: FactsSchema,
  folded: ReadonlyMap<string, AvisFacts | null>,
): Promise<void> {
  await manager.query(
    `update ${schema}.avis a set facts = f.facts, folded_at = clock_timestamp()
     from json_to_recordset($1::json) as f (id uuid, facts json) where a.id = f.id`,
    [JSON.stringify([...folded].map(([id, facts]) => ({ id, facts })))],
  );
}

/**
 * Those taken for their own reason, also one that could not be folded: what an operator said of it holds. For that of
 * duplicates, the clusters that moved and all that follow. @returns how many.
 */
async function queue(
  manager: EntityManager,
  schema: FactsSchema,
  reasons: ReadonlyMap<string, ProjectReason>,
  moved: ReadonlySet<string>,
): Promise<number> {
  const all = new Map<string, ProjectReason>();
  for (const id of [...moved, ...(await followersOf(manager, schema, [...reasons.keys(), ...moved]))]) {
    all.set(id, 'doublon');
  }
  for (const [id, reason] of reasons) all.set(id, reason);
  for (const reason of new Set(all.values())) {
    const ids = [...all].filter(([, why]) => why === reason).map(([id]) => id);
    await queueProjection(manager, schema, ids, reason);
  }
  return all.size;
}
