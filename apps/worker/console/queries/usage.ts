import type { DataSource } from 'typeorm';

/** Requests of one account in one day; null for those without a valid key. */
export interface UsageDay {
  jour: string;
  compte_id: string | null;
  compte: string | null;
  /** Answered, refused for the client's fault, refused for ours. */
  servies: number;
  refusees: number;
  indisponibles: number;
}

/** By day and account, over the last days. @param days today included. */
export function usagePerDay(db: DataSource, days: number): Promise<UsageDay[]> {
  return db.query(
    `select u.jour::text, compte.id as compte_id, compte.nom as compte,
       coalesce(sum(u.requetes) filter (where u.statut < 400), 0)::float8 as servies,
       coalesce(sum(u.requetes) filter (where u.statut between 400 and 499), 0)::float8 as refusees,
       coalesce(sum(u.requetes) filter (where u.statut >= 500), 0)::float8 as indisponibles
     from access.usage u left join access.cle on cle.id = u.cle_id left join access.compte on compte.id = cle.compte_id
     where u.jour > (now() at time zone 'UTC')::date - $1::int
     group by 1, 2, 3 order by 1, 3`,
    [days],
  );
}
