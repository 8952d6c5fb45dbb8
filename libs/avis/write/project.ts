import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#platform/clock';
import { enrichAvis } from '../enrich/enrich.js';
import { foldAvis } from '../fold/fold.js';
import type { AvisFacts } from '../fold/facts.js';
import { renderAvis } from '../project/render.js';
import type { Rendered } from '../project/rendered.js';
import { openStage } from './locks.js';
import { readGroups } from './groups.js';
import { publish } from './publish.js';
import { endReplayWhenNormalised } from './replay-state.js';
import { renderRetirements } from './retire.js';

export interface ProjectOptions {
  clock: Clock;
  /** Most notices of one batch. */
  limit: number;
  /** Address of the public site. */
  siteUrl: string;
}

export interface ProjectCounts {
  /** Notices taken from the queue. Zero: nothing to do, or a replay is under way. */
  done: number;
  /** Served rows that changed and were stamped. */
  published: number;
  /** Notices that our own code failed on: kept in the queue with the error, tried again later. */
  failed: number;
}

/**
 * Takes queued notices, folds each from its publications, enriches and renders it, and publishes those whose served form
 * changed: one transaction, whose last statement stamps the versions.
 */
export async function projectBatch(db: DataSource, options: ProjectOptions): Promise<ProjectCounts> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await endReplayWhenNormalised(manager))) return { done: 0, published: 0, failed: 0 };
    const ids = await take(manager, options.limit);
    if (ids.length === 0) return { done: 0, published: 0, failed: 0 };

    const groups = await readGroups(manager, ids);
    const failures = new Map<string, string>();
    const folded = new Map<string, AvisFacts | null>();
    const rendered: Rendered[] = [];
    const now = options.clock.now();
    for (const group of groups.filter((one) => one.known)) {
      attempt(group.id, failures, () => {
        const facts = group.racine === null ? null : foldAvis(group.racine, group.publications);
        folded.set(group.id, facts);
        if (facts !== null) rendered.push(renderAvis(enrichAvis(facts), { now, siteUrl: options.siteUrl }));
      });
    }
    await saveFacts(manager, folded);
    const ended = groups.filter((group) => !failures.has(group.id) && (folded.get(group.id) ?? null) === null);
    rendered.push(...(await renderRetirements(manager, ended)));

    await recordFailures(manager, failures);
    await manager.query('delete from write.a_projeter where avis_id = any($1::uuid[])', [
      ids.filter((id) => !failures.has(id)),
    ]);
    const published = await publish(manager, rendered);
    return { done: ids.length, published, failed: failures.size };
  });
}

async function take(manager: EntityManager, limit: number): Promise<string[]> {
  const rows = await manager.query<{ avis_id: string }[]>(
    `select avis_id from write.a_projeter where not_before is null or not_before <= clock_timestamp()
     order by since limit $1 for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.avis_id);
}

function attempt(id: string, failures: Map<string, string>, work: () => void): void {
  try {
    work();
  } catch (error) {
    failures.set(id, String(error).slice(0, 500));
  }
}

async function saveFacts(manager: EntityManager, folded: ReadonlyMap<string, AvisFacts | null>): Promise<void> {
  await manager.query(
    `update write.avis a set facts = f.facts, folded_at = clock_timestamp()
     from json_to_recordset($1::json) as f (id uuid, facts json) where a.id = f.id`,
    [JSON.stringify([...folded].map(([id, facts]) => ({ id, facts })))],
  );
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
