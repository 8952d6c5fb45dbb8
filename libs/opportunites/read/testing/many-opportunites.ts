import type pg from 'pg';

/** The n-th account of those that `insertManyOpportunites` fills. */
export function compteOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/**
 * Gives feeds to accounts 1 to `comptes`, `rows` notices each, drawn from the open ones of read.avis, straight in SQL; and
 * to account 0, which looks for nothing in particular, every open notice. Scores of every value, one row in twenty
 * rejected by both models, one in ten seen, one in ten ignored. Every call gives the same rows.
 */
export async function insertManyOpportunites(pool: pg.Pool, comptes: number, rows: number): Promise<void> {
  await pool.query(
    `with place as materialized (
       select id, (row_number() over (order by id) - 1)::int as n, (count(*) over ())::int as total
       from read.avis where statut = 'ouvert'
     ), drawn as (
       select c, k, p.id from generate_series(1, $1::int) c cross join generate_series(0, $2::int - 1) k
         cross join (select total, greatest(1, total / $2::int) as step from place limit 1) t
         join place p on p.n = (c::bigint * 7919 + k::bigint * t.step) % t.total
       union all select 0, n, id from place
     )
     insert into read.opportunite (compte_id, avis_id, score, raisons, verdict, verdict_filtre, statut_utilisateur, vu_le)
     select ('00000000-0000-4000-8000-' || lpad(c::text, 12, '0'))::uuid, id, (k::bigint * 7919 + c) % 101,
       '{"metier":{"points":40,"cpv":"45"},"distance":{"points":20,"km":35},"budget":{"points":8},"mode":{"points":5}}',
       case when k % 3 = 0 then '{"valeur":"oui","raison":"Le marché correspond au métier de l’entreprise."}' end,
       case k % 20 when 0 then 'non' when 1 then 'incertain' else 'oui' end,
       case k % 10 when 0 then 'viewed' when 1 then 'ignored' when 2 then 'saved' else 'new' end,
       case when k % 10 = 0 then now() end
     from drawn on conflict do nothing`,
    [comptes, rows],
  );
  await pool.query('vacuum (analyze) read.opportunite');
}
