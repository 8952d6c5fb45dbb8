import type { EntityManager } from 'typeorm';
import type { AnomalyCode, RejectionReason } from '#sources/publication';
import { type OfMonth, parametersOf, type QualityScope, within } from './scope.js';

export interface AnomalyFigures extends OfMonth {
  code: AnomalyCode;
  /** Contract path of the field. */
  champ: string;
  n: number;
}

export interface RejectionFigures extends OfMonth {
  reason: RejectionReason;
  n: number;
}

/** Values refused, by the month of their publication. */
export function anomalyFigures(db: Pick<EntityManager, 'query'>, scope: QualityScope): Promise<AnomalyFigures[]> {
  return db.query<AnomalyFigures[]>(
    `select p.source, to_char(p.date_publication, 'YYYY-MM') as mois, a ->> 'code' as code, a ->> 'champ' as champ, count(*)::int as n
     from write.publication p cross join lateral json_array_elements(p.body -> 'anomalies') a
     where ${within('p.source', 'p.date_publication')}
     group by 1, 2, 3, 4 order by n desc`,
    parametersOf(scope),
  );
}

/** Documents refused, by the month in which they were collected: what cannot be read has no other. */
export function rejectionFigures(db: Pick<EntityManager, 'query'>, scope: QualityScope): Promise<RejectionFigures[]> {
  return db.query<RejectionFigures[]>(
    `select r.source, to_char(d.collected_at at time zone 'Europe/Paris', 'YYYY-MM') as mois, r.reason, count(*)::int as n
     from write.rejection r join write.document d on d.id = r.document_id
     where ${within('r.source', `(d.collected_at at time zone 'Europe/Paris')::date`)}
     group by 1, 2, 3 order by n desc`,
    parametersOf(scope),
  );
}
