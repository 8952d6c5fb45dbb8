import type { DataSource } from 'typeorm';
import type { Buyer } from './buyers.js';

const BATCH = 50_000;
/** Share of notices that publish their SIRET: a fifth in the gazette of 2021. */
const PUBLISHED = 0.2;

/** Notices and awards made by the database: few buyers publish most of them, one in ten gives no department. */
export async function fill(
  db: DataSource,
  buyers: readonly Buyer[],
  { notices, awards }: { notices: number; awards: number },
): Promise<void> {
  await db.query(
    `create table if not exists public.buyer as select n::int as n, b.* from json_array_elements($1::json) with ordinality as e (b_, n)
       cross join lateral json_to_record(b_) as b (siret text, departement text, noms text[])`,
    [JSON.stringify(buyers)],
  );
  await db.query('create unique index if not exists buyer_n on public.buyer (n); analyze public.buyer');
  for (let left = notices; left > 0; left -= BATCH) {
    await db.query(
      `insert into write.match_notice select gen_random_uuid(), json_build_object('id', gen_random_uuid(), 'source', 'boamp',
         'identifiants', json_build_array('26-' || m), 'titre', 'Travaux de réfection de la voirie communale, lot ' || m,
         'acheteur', acheteur, 'dates_limites', json_build_array('2026-12-15T11:00:00Z'), 'date_publication', '2026-11-10',
         'cpv', '45261210', 'type_marche', 'Travaux', 'budget', null, 'nb_lots', 3, 'departements', json_build_array('35'),
         'keys', json_build_object('procedure_uuid', gen_random_uuid(), 'joue', '{}'::text[], 'boamp', '{}'::text[]))
       from (${PUBLICATIONS}) as p`,
      [Math.min(left, BATCH), buyers.length],
    );
  }
  for (let left = awards; left > 0; left -= BATCH) {
    await db.query(
      `insert into write.attribution (id, source, identifiant, facts)
       select gen_random_uuid(), 'boamp', gen_random_uuid()::text, json_build_object('content', json_build_object(
         'titre', 'Travaux de réfection', 'description', (select string_agg(md5(m::text || i), ' ') from generate_series(1, 30) i),
         'acheteur', acheteur))
       from (${PUBLICATIONS}) as p`,
      [Math.min(left, BATCH), buyers.length],
    );
  }
  await db.query('vacuum analyze write.match_notice, write.attribution');
}

const PUBLICATIONS = `
  select m, json_build_object('nom', b.noms[1 + floor(r.spelling * cardinality(b.noms))::int],
    'siret', case when r.siret < ${PUBLISHED} then b.siret end,
    'departement', case when r.departement < 0.9 then b.departement end) as acheteur
  from (
    select m, 1 + floor($2::int * power(random(), 2.5))::int as n, random() as spelling, random() as siret,
      random() as departement
    from generate_series(1, $1::int) m
  ) as r join public.buyer b using (n)`;
