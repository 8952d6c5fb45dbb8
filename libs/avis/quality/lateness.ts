import type { EntityManager } from 'typeorm';
import { type OfMonth, parametersOf, type QualityScope, within } from './scope.js';

export interface LatenessFigures extends OfMonth {
  executions: number;
  /** Of which failed. */
  echouees: number;
  /** Times that no run succeeded during two cadences. */
  retards: number;
  /** Longest time between two runs that succeeded, in minutes; null without two. */
  pire_attente_minutes: number | null;
}

/**
 * How collection kept to its cadence, by month, as far as reports of runs are kept.
 * @param cadences seconds between two runs of each source, as they are now.
 */
export function latenessFigures(
  db: Pick<EntityManager, 'query'>,
  scope: QualityScope,
  cadences: ReadonlyMap<string, number>,
): Promise<LatenessFigures[]> {
  return db.query<LatenessFigures[]>(
    `with runs as (
       select source, outcome, (ended_at at time zone 'Europe/Paris')::date as jour,
         case when outcome = 'succeeded' then extract(epoch from ended_at - lag(ended_at) over (
           partition by source, outcome order by id)) end as attente
       from write.run where outcome is not null and ($1::text is null or source = $1)
     )
     select r.source, to_char(r.jour, 'YYYY-MM') as mois, count(*)::int as executions,
       count(*) filter (where outcome = 'failed')::int as echouees,
       count(*) filter (where attente > 2 * c.seconds)::int as retards,
       ceil(max(attente) / 60)::int as pire_attente_minutes
     from runs r left join unnest($4::text[], $5::int[]) as c (code, seconds) on c.code = r.source
     where ${within('r.source', 'r.jour')} group by 1, 2`,
    [...parametersOf(scope), [...cadences.keys()], [...cadences.values()]],
  );
}
