import type pg from 'pg';
import { DEPARTEMENTS } from '#contract/departements';
import { SOURCES } from '#sources/registry';

/**
 * Fills read.attribution with plausible rows, straight in SQL: twelve years of days, buyers, departments, sources and
 * CPV divisions in skewed shares, one in fifty without a day. Every `n` gives the same rows.
 */
export async function insertManyAttributions(pool: pg.Pool, count: number): Promise<void> {
  const departements = DEPARTEMENTS.map((departement) => departement.code);
  const sources = SOURCES.map((source) => source.code);
  await pool.query(
    `insert into read.attribution (id, source, date_publication, cpv, acheteur_siret, departement, item)
     select md5(n::text)::uuid, ($2::text[])[1 + floor(power(n % 997 / 997.0, 6) * 18)::int],
       case when n % 50 = 0 then '-infinity' else date '2026-10-31' - (n * 7919 % 4380)::int end,
       case when n % 30 <> 0 then
         case when n % 4 = 0 then '45' else lpad((3 + floor(power(n % 1013 / 1013.0, 2) * 95))::text, 2, '0') end
         || lpad((n * 7907 % 9000 * 100)::text, 6, '0') end,
       case when n % 6 <> 0 then lpad(floor(power(n % 10007 / 10007.0, 3) * 20000)::text, 14, '2') end,
       case when n % 20 <> 0 then ($3::text[])[1 + floor(power(n % 1009 / 1009.0, 2) * 107)::int] end,
       json_build_object('id', md5(n::text)::uuid, 'titre', repeat('titre ', 20))
     from generate_series(1, $1::bigint) n`,
    [count, sources, departements],
  );
  await pool.query('vacuum (analyze) read.attribution');
}
