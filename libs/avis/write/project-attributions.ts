import type { DataSource, EntityManager } from 'typeorm';
import { settleWork, takeWork } from '#contrats/write/recalculate-queue';
import { faultPoint } from '#platform/faults/fault-point';
import type { RenderedAttribution } from '../project/attribution.js';
import { renderAttributions, RENDERED_ROWS } from './attributions.js';
import { openStage } from './locks.js';

export interface ProjectAttributionsOptions {
  /** Most award notices of one batch. */
  limit: number;
}

export interface ProjectAttributionsCounts {
  /** Award notices taken from the queue. Zero: nothing to do. */
  done: number;
  /** Served rows added, changed or deleted. */
  changed: number;
  /** Award notices that our own code failed on: kept in the queue with the error, tried again later. */
  failed: number;
}

/** Takes queued award notices, renders each, and makes read.attribution say the same: one transaction. */
export async function projectAttributions(
  db: DataSource,
  { limit }: ProjectAttributionsOptions,
): Promise<ProjectAttributionsCounts> {
  const counts = await db.transaction(async (manager) => {
    await openStage(manager);
    const ids = await takeWork(manager, 'attribution', limit);
    if (ids.length === 0) return { done: 0, changed: 0, failed: 0 };
    const { rendered, failures } = await renderAttributions(manager, 'write', ids);
    const kept = new Set([...rendered.map((row) => row.id), ...failures.keys()]);
    const changed =
      (await upsert(manager, rendered)) +
      (await remove(
        manager,
        ids.filter((id) => !kept.has(id)),
      ));
    await settleWork(manager, 'attribution', ids, failures);
    return { done: ids.length, changed, failed: failures.size };
  });
  if (counts.done > 0) faultPoint('after-commit');
  return counts;
}

/** @returns how many rows were added or changed: the others are not written. */
async function upsert(manager: EntityManager, rendered: readonly RenderedAttribution[]): Promise<number> {
  const rows = await manager.query<unknown[]>(
    `insert into read.attribution as a (id, source, date_publication, cpv, acheteur_siret, departement, item)
     select r.* from ${RENDERED_ROWS}
     on conflict (id) do update set source = excluded.source, date_publication = excluded.date_publication,
       cpv = excluded.cpv, acheteur_siret = excluded.acheteur_siret, departement = excluded.departement,
       item = excluded.item
     where (a.source, a.date_publication, a.cpv, a.acheteur_siret, a.departement, a.item)
       is distinct from (excluded.source, excluded.date_publication, excluded.cpv, excluded.acheteur_siret,
         excluded.departement, excluded.item)
     returning 1`,
    [JSON.stringify(rendered)],
  );
  return rows.length;
}

async function remove(manager: EntityManager, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [rows] = await manager.query<[unknown[], number]>(
    'delete from read.attribution where id = any($1::uuid[]) returning 1',
    [ids],
  );
  return rows.length;
}
