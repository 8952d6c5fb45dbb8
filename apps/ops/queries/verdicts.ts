import type { DataSource } from 'typeorm';
import type { Role } from '#opportunites/verdicts/role';

/** Where the evaluations of one model stand. */
export interface VerdictState {
  role: Role;
  /** Outcomes kept, and of these by value. */
  verdicts: number;
  oui: number;
  incertain: number;
  non: number;
  dernier: Date | null;
  /** Claimed by a worker at this moment. */
  en_cours: number;
  /** Failed, and put off. */
  repousses: number;
  /** Why the last of them failed. */
  erreur: string | null;
  /** Requests made today (UTC), and the tokens that the service counted. */
  appels: number;
  jetons: number;
}

export function verdictStates(db: DataSource, roles: readonly Role[]): Promise<VerdictState[]> {
  return db.query<VerdictState[]>(
    `select r.role, v.*, e.*, coalesce(m.appels, 0) as appels, coalesce(m.jetons, 0)::float8 as jetons
     from unnest($1::text[]) with ordinality as r (role, rang)
     cross join lateral (
       select count(*)::int as verdicts, count(*) filter (where valeur = 'oui')::int as oui,
         count(*) filter (where valeur = 'incertain')::int as incertain, count(*) filter (where valeur = 'non')::int as non,
         max(evalue_le) as dernier
       from write.verdict where role = r.role) v
     cross join lateral (
       select count(*) filter (where error is null)::int as en_cours, count(*) filter (where error is not null)::int as repousses,
         (array_agg(error order by not_before desc) filter (where error is not null))[1] as erreur
       from write.evaluation where role = r.role and not_before > clock_timestamp()) e
     left join write.appel_modele m on m.role = r.role and m.jour = (clock_timestamp() at time zone 'UTC')::date
     order by r.rang`,
    [[...roles]],
  );
}
