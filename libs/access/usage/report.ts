import { type DataSource } from 'typeorm';

export interface UsageFilter {
  compteId?: string;
  cleId?: string;
  /** First and last UTC day, `YYYY-MM-DD`, inclusive. */
  du?: string;
  au?: string;
}

/** Requests of one key on one route with one status in one day. Key and account are null for requests without a valid key. */
export interface UsageLine {
  jour: string;
  compte: string | null;
  cle_id: string | null;
  prefixe: string | null;
  route: string;
  statut: number;
  requetes: number;
}

/** Usage statistics, newest day first, then by account, key, route and status. */
export function usageReport(db: DataSource, filter: UsageFilter = {}): Promise<UsageLine[]> {
  return db.query(
    `select u.jour::text, compte.nom as compte, u.cle_id, cle.prefixe, u.route, u.statut, u.requetes::float8 as requetes
     from access.usage u
     left join access.cle on cle.id = u.cle_id
     left join access.compte on compte.id = cle.compte_id
     where ($1::uuid is null or compte.id = $1) and ($2::uuid is null or u.cle_id = $2)
       and ($3::date is null or u.jour >= $3) and ($4::date is null or u.jour <= $4)
     order by u.jour desc, compte.nom, cle.prefixe, u.cle_id, u.route, u.statut`,
    [filter.compteId ?? null, filter.cleId ?? null, filter.du ?? null, filter.au ?? null],
  );
}
