import type { EntityManager } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import { type OfMonth, parametersOf, type QualityScope, within } from './scope.js';

export interface ChangeFigures extends OfMonth {
  /** Notices whose served title a publication changed. */
  titres_changes: number;
  /** Notices retired since their source no longer publishes them. */
  disparus: number;
}

/** What became of notices, by the month in which it happened. */
export function changeFigures(db: Pick<EntityManager, 'query'>, scope: QualityScope): Promise<ChangeFigures[]> {
  return db.query<ChangeFigures[]>(
    `with happened as (
       select a.source, h.avis_id, (h.version at time zone 'Europe/Paris')::date as jour,
         coalesce(h.champs @> '{titre}', false) as titre, h.reason = 'disappeared' and h.statut = 'retire' as disparu
       from write.historique h join write.avis a on a.id = h.avis_id
       where h.champs @> '{titre}' or h.reason = 'disappeared'
     )
     select source, to_char(jour, 'YYYY-MM') as mois, count(distinct avis_id) filter (where titre)::int as titres_changes,
       count(distinct avis_id) filter (where disparu)::int as disparus
     from happened where ${within('source', 'jour')} group by 1, 2`,
    parametersOf(scope),
  );
}

/** Notices that disappeared since the last run of their source began. */
export function disappearedSinceLastRun(
  db: Pick<EntityManager, 'query'>,
): Promise<{ source: SourceCode; disparus: number }[]> {
  return db.query(
    `select g.source, count(*)::int as disparus from write.disparition g
     where g.retiree_le >= (select max(started_at) from write.run r where r.source = g.source and r.outcome is not null)
     group by g.source`,
  );
}
