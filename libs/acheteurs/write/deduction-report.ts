import type { QueryRunner } from 'typeorm';

/** What a deduction found, or would do. Notices without SIRET are the sum of the five counts below them. */
export interface DeductionReport {
  /** Records of the register. */
  acheteurs: number;
  /** Notices that publish no valid SIRET themselves. */
  avis_sans_siret: number;
  /** Attached by this run; with `simuler`, those that it would attach. */
  attaches: number;
  /** Attached by an earlier one. */
  deja: number;
  /** Several records fit, or the only one is shared. */
  ambigus: number;
  /** No record fits. */
  inconnus: number;
  /** No name, or one that tells nobody. */
  sans_nom: number;
}

/** Counts what was judged. */
export async function reportOf(session: QueryRunner, acheteurs: number): Promise<DeductionReport> {
  const [counts] = (await session.query(`
    select count(*)::int as avis_sans_siret,
      count(*) filter (where d.avis_id is null and v.issue = 'attache')::int as attaches,
      count(d.avis_id)::int as deja,
      count(*) filter (where d.avis_id is null and v.issue = 'ambigu')::int as ambigus,
      count(*) filter (where d.avis_id is null and v.issue = 'inconnu')::int as inconnus,
      count(*) filter (where d.avis_id is null and n.cle is null)::int as sans_nom
    from mention m
    left join nom_vu n using (nom)
    left join verdict v on v.cle = n.cle and v.departement is not distinct from m.departement
    left join write.siret_deduit d using (avis_id)
    where m.avis_id is not null and m.siret is null`)) as Omit<DeductionReport, 'acheteurs'>[];
  if (counts === undefined) throw new Error('the report of the deduction gave no row');
  return { acheteurs, ...counts };
}
