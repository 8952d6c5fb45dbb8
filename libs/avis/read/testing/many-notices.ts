import type pg from 'pg';
import { DEPARTEMENTS } from '#contract/departements';
import { SOURCES } from '#sources/registry';

/**
 * Fills read.avis with plausible rows, straight in SQL: one in ten retired, of the others one in `openOneIn` open, common and rare words,
 * sources and departments in skewed shares. Every `n` gives the same rows but for the clock.
 * @param everySeconds time between two versions, the first 40 days ago.
 */
export async function insertManyNotices(pool: pg.Pool, count: number, everySeconds = 30, openOneIn = 7): Promise<void> {
  const departements = DEPARTEMENTS.map((departement) => departement.code);
  const sources = SOURCES.map((source) => source.code);
  await pool.query(
    `insert into read.avis (id, version, statut, closes_at, source, departements, acheteur_siret, cpv, type_marche, budget,
       date_limite, jour_limite, date_publication, completude, completude_propre, recherche, liste, detail, empreinte)
     select md5(n::text)::uuid, now() - interval '40 days' + n * interval '1 second' * $4,
       case when n % 10 = 0 then 'retire' when n % $5 = 0 then 'ouvert' else 'clos' end,
       case when n % 10 <> 0 and n % $5 = 0 and n % 3 <> 0 then limite end,
       ($2::text[])[1 + least(17, floor(power(n % 997 / 997.0, 4) * 18))::int],
       case n % 4 when 0 then array[d1, ($3::text[])[1 + n % 107]] else array[d1] end,
       case when n % 5 <> 0 then lpad((10 + floor(power(n % 10007 / 10007.0, 3) * 5000)::int)::text, 14, '2') end,
       lpad(((n::bigint * 7919) % 90000000 + 3000000)::text, 8, '0'),
       (array['Travaux', 'Services', 'Fournitures'])[1 + n % 3],
       case when n % 2 = 0 then n % 900000 end,
       case when n % 3 <> 0 then limite end, case when n % 3 <> 0 then limite::date end,
       (now() - (n % 400) * interval '1 day')::date, 10 * (n % 11), 10 * (n % 11),
       to_tsvector('read.francais', concat_ws(' ', case when n % 2 = 0 then 'travaux' end,
         case when n % 20 = 0 then 'renovation' end, 'lot' || n % 50, 'commune' || n % 3000, 'objet' || n)),
       json_build_object('id', md5(n::text)::uuid, 'description', repeat('texte de liste ', 60)),
       json_build_object('id', md5(n::text)::uuid, 'motif_retrait', 'doublon', 'description', repeat(md5(n::text), 100)),
       ''
     from generate_series(1, $1::int) n
     cross join lateral (select ($3::text[])[1 + floor(power(n % 1009 / 1009.0, 2) * 107)::int] as d1,
       now() + case when n % $5 = 0 then n % 60 else - (n % 1000) end * interval '1 day' + interval '1 hour' as limite) x`,
    [count, sources, departements, everySeconds, openOneIn],
  );
  await pool.query('vacuum (analyze) read.avis, read.avis_departement');
}
