import { type DataSource } from 'typeorm';
import type { Perimetre, Plan, UsageCle } from '#contract/vocabulary';

/** Whom a change concerns; everybody when empty. */
export interface TitulairesFilter {
  /** With a key that may do this. */
  perimetre?: Perimetre;
  /** With a key of this usage. */
  usage?: UsageCle;
}

/** An account that holds active keys. */
export interface Titulaire {
  compte_id: string;
  nom: string;
  email: string;
  plan: Plan;
  /** Its active keys that the filter keeps. */
  cles: number;
  perimetres: Perimetre[];
  usages: UsageCle[];
}

/**
 * The accounts that hold active keys (neither revoked nor expired), by name. The plan does not count: an account that
 * becomes `pro` again finds its keys at work, and has to know what changed.
 */
export function listTitulaires(db: DataSource, { perimetre, usage }: TitulairesFilter = {}): Promise<Titulaire[]> {
  return db.query(
    `select compte.id as compte_id, compte.nom, compte.email, compte.plan, count(distinct cle.id)::int as cles,
       array_agg(distinct perimetre.code order by perimetre.code) as perimetres,
       array_agg(distinct cle.usage order by cle.usage) as usages
     from access.compte
     join access.cle on cle.compte_id = compte.id
     cross join lateral unnest(cle.perimetres) as perimetre(code)
     where cle.revoquee_le is null and (cle.expire_le is null or cle.expire_le > clock_timestamp())
       and ($1::text is null or $1 = any (cle.perimetres)) and ($2::text is null or cle.usage = $2)
     group by compte.id
     order by compte.nom, compte.id`,
    [perimetre ?? null, usage ?? null],
  );
}
