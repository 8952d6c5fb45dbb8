import type { DataSource, EntityManager } from 'typeorm';
import { renderAttributions, RENDERED_ROWS } from '../attributions.js';
import { openStage } from '../locks.js';
import { holdReplay, type ReplayState } from './replay-state.js';

/** How award notices would change. */
export interface AttributionChanges {
  added: number;
  changed: number;
  gone: number;
}

/** Queues the served award notices that the rebuilt facts no longer hold, as the stages queued those that they do. */
export async function queueUnknownAttributions(manager: EntityManager, replay: ReplayState): Promise<void> {
  await manager.query(
    `insert into shadow.a_recalculer (objet, cle)
     select 'attribution', a.id::text from read.attribution a
     where a.source = any($1::text[]) and not exists (select from shadow.attribution s where s.id = a.id)
     on conflict (objet, cle) do nothing`,
    [replay.sources],
  );
}

/**
 * Takes from the rebuilt facts' queue the award notices that they serve as they are served: what is left differs.
 * One for which the worker has yet to publish what it holds is judged by what is served; its own row of the queue in
 * force outlives the replay.
 */
export async function forgetUnchangedAttributions(
  db: DataSource,
  replay: ReplayState,
  { limit }: { limit: number },
): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await db.transaction((manager) => forgetBatch(manager, replay, from, limit));
  }
}

/** Counts those left in the queue by what they would become. */
export async function attributionChanges(db: Pick<EntityManager, 'query'>): Promise<AttributionChanges> {
  const [row] = await db.query<AttributionChanges[]>(
    `select count(*) filter (where a.id is null and s.id is not null)::int as added,
       count(*) filter (where a.id is not null and s.id is not null)::int as changed,
       count(*) filter (where a.id is not null and s.id is null)::int as gone
     from shadow.a_recalculer q left join read.attribution a on a.id = q.cle::uuid
     left join shadow.attribution s on s.id = q.cle::uuid
     where q.objet = 'attribution'`,
  );
  return row ?? { added: 0, changed: 0, gone: 0 };
}

/** @returns the last id of the batch; null when there was none. */
async function forgetBatch(
  manager: EntityManager,
  replay: ReplayState,
  after: string,
  limit: number,
): Promise<string | null> {
  await openStage(manager);
  await holdReplay(manager, replay.id);
  const queued = await manager.query<{ id: string }[]>(
    `select cle as id from shadow.a_recalculer where objet = 'attribution' and cle > $1 order by cle limit $2`,
    [after, limit],
  );
  const ids = queued.map((row) => row.id);
  const { rendered } = await renderAttributions(manager, 'shadow', ids);
  await manager.query(
    `delete from shadow.a_recalculer q using ${RENDERED_ROWS} join read.attribution a on a.id = j.id
     where q.objet = 'attribution' and q.cle = a.id::text
       and (a.source, a.date_publication, a.cpv, a.acheteur_siret, a.departement, a.item)
         is not distinct from (r.source, r.date_publication, r.cpv, r.acheteur_siret, r.departement, r.item)`,
    [JSON.stringify(rendered)],
  );
  return ids.at(-1) ?? null;
}
