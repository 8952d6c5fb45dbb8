import type pg from 'pg';

/** The n-th account of those that `insertManyOpportunites` fills. */
export function compteOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/**
 * Gives feeds to accounts 1 to `comptes`, `rows` notices each, drawn from the open ones of read.avis, straight in SQL;
 * and to account 0, which has no positive signal, every open notice. Scores of every value, one in twenty rejected by both
 * models, one in ten seen. Every call gives the same rows.
 */
export async function insertManyOpportunites(pool: pg.Pool, comptes: number, rows: number): Promise<void> {
  const insert = (compteId: string, condition: string, values: unknown[]) =>
    pool.query(
      `insert into read.opportunite (compte_id, avis_id, score, raisons, verdict, verdict_filtre, statut_utilisateur, vu_le)
       select $1, id, 100 - (place * 7919 % 101)::int, '{"metier":{"points":40,"cpv":"45"},"distance":{"points":20,"km":35}}',
         case when place % 3 = 0 then '{"valeur":"oui","raison":"Le marché correspond au métier de l’entreprise."}' end,
         case place % 20 when 0 then 'non' when 1 then 'incertain' else 'oui' end,
         case place % 10 when 0 then 'viewed' when 1 then 'ignored' when 2 then 'saved' else 'new' end,
         case when place % 10 = 0 then now() end
       from (select id, row_number() over (order by id) as place from read.avis where statut = 'ouvert') a ${condition}`,
      [compteId, ...values],
    );
  await insert(compteOf(0), '', []);
  const { rows: counted } = await pool.query<{ n: number }>(
    "select count(*)::int as n from read.avis where statut = 'ouvert'",
  );
  const step = Math.max(1, Math.floor((counted[0]?.n ?? 0) / rows));
  for (let n = 1; n <= comptes; n += 1) {
    await insert(compteOf(n), 'where place % $2 = $3::int % $2 limit $4', [step, n, rows]);
  }
  await pool.query('vacuum (analyze) read.opportunite');
}
