import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#platform/clock';
import { faultPoint } from '#platform/faults/fault-point';
import type { Place } from '../project/place.js';
import { holdSourceStates, openStage } from './locks.js';
import { publish } from './publish.js';
import { queueUnknownBuyers } from './queue-buyers.js';
import type { ProjectReason } from './queue.js';
import { renderNotices } from './render-notices.js';

export interface ProjectOptions {
  clock: Clock;
  /** Most notices of one batch. */
  limit: number;
  /** Address of the public site. */
  siteUrl: string;
}

export interface ProjectCounts {
  /** Notices taken from the queue. Zero: nothing to do. */
  done: number;
  /** Served rows that changed and were stamped. */
  published: number;
  /** Notices that our own code failed on: kept in the queue with the error, tried again later. */
  failed: number;
}

/**
 * Takes queued notices, folds each from its publications, enriches and renders it or its retired form, and publishes
 * those whose served form changed: one transaction, whose last statement stamps the versions.
 */
export async function projectBatch(db: DataSource, options: ProjectOptions): Promise<ProjectCounts> {
  const counts = await db.transaction((manager) => projectWithin(manager, options));
  if (counts.done > 0) faultPoint('after-commit');
  return counts;
}

async function projectWithin(manager: EntityManager, options: ProjectOptions): Promise<ProjectCounts> {
  await openStage(manager);
  await holdSourceStates(manager);
  const reasons = await take(manager, options.limit);
  if (reasons.size === 0) return { done: 0, published: 0, failed: 0 };

  const now = options.clock.now();
  const { rendered, places, failures } = await renderNotices(manager, 'write', [...reasons.keys()], {
    siteUrl: options.siteUrl,
    nowOf: () => now,
  });

  await recordFailures(manager, failures);
  await manager.query('delete from write.a_projeter where avis_id = any($1::uuid[])', [
    [...reasons.keys()].filter((id) => !failures.has(id)),
  ]);
  await queueUnknownBuyers(manager, rendered);
  faultPoint('before-stamp');
  const published = await publish(manager, rendered, ({ id }) =>
    reasonOf(reasons.get(id) ?? 'publication', places.get(id)),
  );
  faultPoint('after-stamp');
  return { done: reasons.size, published, failed: failures.size };
}

/** @returns the ids taken, in order, each with why it was queued. */
async function take(manager: EntityManager, limit: number): Promise<Map<string, ProjectReason>> {
  const rows = await manager.query<{ avis_id: string; reason: ProjectReason }[]>(
    `select avis_id, reason from write.a_projeter where not_before is null or not_before <= clock_timestamp()
     order by since limit $1 for update skip locked`,
    [limit],
  );
  return new Map(rows.map((row) => [row.avis_id, row.reason]));
}

/** A publication that retires a notice as a duplicate is told as what it did. */
function reasonOf(queued: ProjectReason, place: Place | undefined): ProjectReason {
  const doublon = place !== undefined && place !== 'served' && place.motif === 'doublon';
  return doublon && queued === 'publication' ? 'doublon' : queued;
}

/** A defect of ours must not stop the queue: the notice waits, longer each time, with its error for the operator. */
async function recordFailures(manager: EntityManager, failures: ReadonlyMap<string, string>): Promise<void> {
  if (failures.size === 0) return;
  await manager.query(
    `update write.a_projeter p set attempts = least(p.attempts + 1, 100), error = f.error,
       not_before = clock_timestamp() + least(power(2, p.attempts), 360) * interval '1 minute'
     from unnest($1::uuid[], $2::text[]) as f (id, error) where p.avis_id = f.id`,
    [[...failures.keys()], [...failures.values()]],
  );
}
