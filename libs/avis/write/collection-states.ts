import type { DataSource } from 'typeorm';

/** What the service knows of a source beside the registry. Dates are texts. */
export interface SourceState {
  code: string;
  coupee: boolean;
  derniere_collecte: string | null;
  derniere_publication: string | null;
  /** Served notices, retired ones apart. */
  avis: number;
  /** Minutes past the moment when the next collection should have succeeded; null while on time, or not collected. */
  retard_minutes: number | null;
  /** Open: left alone after repeated failure until `reessai`. */
  circuit: 'ferme' | 'ouvert';
  echecs_de_suite: number;
  reessai: string | null;
  /** Notices that would disappear at once and wait for an operator's word; 0 when nothing is held. */
  disparitions_retenues: number;
}

export function sourceStates(db: DataSource): Promise<SourceState[]> {
  return db.query(`
    select code, coupee,
      case when due_at < now() then ceil(extract(epoch from now() - due_at) / 60)::int end as retard_minutes,
      case when h.opened_at is null then 'ferme' else 'ouvert' end as circuit,
      coalesce(h.failures, 0) as echecs_de_suite,
      coalesce((select absents from write.disparition_retenue r where r.source = code), 0) as disparitions_retenues,
      to_char(h.retry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as reessai,
      to_char(derniere_collecte at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_collecte,
      derniere_publication::text,
      (select count(*)::int from read.avis where avis.source = read.source.code and statut <> 'retire') as avis
    from read.source left join write.source_health h on h.source = read.source.code`);
}
