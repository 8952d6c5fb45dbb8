import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#platform/clock';
import { faultPoint } from '#platform/faults/fault-point';
import type { Place } from '../project/place.js';
import { holdSourceStates, openStage } from './locks.js';
import { publish } from './publish.js';
import { queueUnknownBuyers } from './queue-buyers.js';
import { type ProjectReason, recordFailures, takeQueued } from './queue.js';
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
  const reasons = await takeQueued(manager, 'write', 'a_projeter', options.limit);
  if (reasons.size === 0) return { done: 0, published: 0, failed: 0 };

  const now = options.clock.now();
  const { rendered, places, failures } = await renderNotices(manager, 'write', [...reasons.keys()], {
    siteUrl: options.siteUrl,
    nowOf: () => now,
  });

  await recordFailures(manager, 'write', 'a_projeter', failures);
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

/** A publication that retires a notice as a duplicate is told as what it did. */
function reasonOf(queued: ProjectReason, place: Place | undefined): ProjectReason {
  const doublon = place !== undefined && place !== 'served' && place.motif === 'doublon';
  return doublon && queued === 'publication' ? 'doublon' : queued;
}
