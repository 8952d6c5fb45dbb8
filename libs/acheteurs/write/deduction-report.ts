import type { QueryRunner } from 'typeorm';

/** What a deduction found, or would do. Notices without SIRET are the sum of the six counts below them. */
export interface DeductionReport {
  /** Records of the register. */
  acheteurs: number;
  /** Notices that publish no valid SIRET themselves. */
  avis_sans_siret: number;
  /** Attached by this run; with `simuler`, those that it would attach. */
  attaches: number;
  /** Attached by an earlier one. */
  deja: number;
  /** A duplicate publishes one, and lends it. */
  chez_un_double: number;
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
      count(*) filter (where c.pourvu is null and v.issue = 'attache')::int as attaches,
      count(*) filter (where c.pourvu = 'deja')::int as deja,
      count(*) filter (where c.pourvu = 'double')::int as chez_un_double,
      count(*) filter (where c.pourvu is null and v.issue = 'ambigu')::int as ambigus,
      count(*) filter (where c.pourvu is null and v.issue = 'inconnu')::int as inconnus,
      count(*) filter (where c.pourvu is null and c.cle is null)::int as sans_nom
    from candidat c
    left join verdict v on v.cle = c.cle and v.departement is not distinct from c.departement`)) as Omit<
    DeductionReport,
    'acheteurs'
  >[];
  if (counts === undefined) throw new Error('the report of the deduction gave no row');
  return { acheteurs, ...counts };
}
