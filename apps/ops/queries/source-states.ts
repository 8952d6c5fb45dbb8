import type { DataSource } from 'typeorm';

/** What the service knows of a source beside the registry. Dates are texts. */
export interface SourceState {
  code: string;
  coupee: boolean;
  derniere_collecte: string | null;
  derniere_publication: string | null;
  /** Served notices, retired ones apart. */
  avis: number;
}

export function sourceStates(db: DataSource): Promise<SourceState[]> {
  return db.query(`
    select code, coupee,
      to_char(derniere_collecte at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_collecte,
      derniere_publication::text,
      (select count(*)::int from read.avis where avis.source = source.code and statut <> 'retire') as avis
    from read.source`);
}
