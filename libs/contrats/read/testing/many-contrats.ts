import type pg from 'pg';
import { withoutIndexes } from '#platform/testing/without-indexes';
import { cpvDeck, departementDeck, nameDeck, ONE_YEAR_CPV, wordDeck, type Deck } from './decks.js';

/**
 * Fills read.contrat, read.contrat_titulaire, read.prestataire and read.slug_prestataire with plausible rows, straight in
 * SQL, the same for the same `count` on the same day. Skewed and correlated as the registers are: one buyer has 3 % of the
 * contracts and one company as many, under thousands of establishments; buyers buy mostly at home and mostly their own
 * few codes; companies work mostly in one department; Paris has a fifth, works a fifth; division 77 is never in Paris; one
 * code is of one year; notifications spread over 12 years, in no order.
 */
export async function insertManyContrats(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set jit = off");
    await deal(client, 'cpv', cpvDeck());
    await deal(client, 'departement', departementDeck());
    await deal(client, 'mot', wordDeck());
    await deal(client, 'nom', nameDeck());
    await withoutIndexes(client, ['read.contrat', 'read.contrat_titulaire', 'read.prestataire'], async () => {
      await client.query(CONTRATS.replaceAll(':count', String(count)));
      await client.query(PRESTATAIRES);
      await client.query('insert into read.slug_prestataire select slug, siren from read.prestataire');
    });
    await client.query('drop table carte_cpv, carte_departement, carte_mot, carte_nom, tenu, detenu');
    await client.query('reset all');
    for (const table of ['contrat', 'contrat_titulaire', 'prestataire', 'slug_prestataire']) {
      await client.query(`vacuum (analyze) read.${table}`);
    }
  } finally {
    client.release();
  }
}

/** A temporary table `carte_<name>` to draw from: `i` from 0, `valeur`, its lexeme. */
export async function deal(client: pg.PoolClient, name: string, deck: Deck): Promise<void> {
  await client.query(`create temp table carte_${name} (i integer primary key, valeur text not null, lexeme text)`);
  await client.query(
    `insert into carte_${name} select i - 1, valeur, (tsvector_to_array(to_tsvector('read.francais', valeur)))[1]
     from unnest($1::text[]) with ordinality as u (valeur, i)`,
    [deck],
  );
  await client.query(`analyze carte_${name}`);
}

/** A number of [0, 1[ that `n` and the draw decide. */
export const u = (n: string, draw: number) =>
  `((hashint8extended((${n})::bigint, ${draw}) & 2147483647) / 2147483648.0::float8)`;
/** `i` of a card of this deck for a number of [0, 1[. */
export const card = (deck: string, number: string) => `floor(${number} * (select count(*) from carte_${deck}))::int`;

/** A text that compresses no better than an object, names and addresses do: so many times 32 characters. */
export const filler = (n: string, times: number) =>
  `(select string_agg(md5((${n} * 128 + f)::text), ' ') from generate_series(1, ${times}) f)`;

/** Buyers and companies a contract. */
const ACHETEURS = '(:count / 50)';
const ENTREPRISES = '(:count * 3 / 20)';

const CONTRATS = `
create temp table tenu as
with drawn as (
  select n, floor(${ACHETEURS} * power(${u('n', 1)}, 3))::int as acheteur
  from generate_series(1, :count) n
), placed as (
  select d.*, n % 400 = 7 as une_annee,
    case when acheteur > 2 and ${u('n', 2)} < 0.85 then ${card('departement', u('acheteur', 3))} else ${card('departement', u('n', 4))} end as carte_departement,
    case when ${u('n', 5)} < 0.5 then ${card('cpv', u('acheteur * 4 + n % 4', 6))} else ${card('cpv', u('n', 7))} end as carte_cpv
  from drawn d
)
select p.n, '2' || lpad(acheteur::text, 8, '0') || '00015' as acheteur_siret,
  case when n % 50 <> 0 then d.valeur end as departement,
  case when n % 60 = 0 then null when une_annee then '${ONE_YEAR_CPV}' when d.valeur = '75' and c.valeur like '77%' then '90910000' else c.valeur end as cpv,
  case when n % 100 = 0 then '-infinity'::date when une_annee then date '2020-01-01' + floor(366 * ${u('n', 8)})::int
    else current_date - floor(4380 * power(${u('n', 8)}, 1.3))::int end as jour,
  case when n % 20 <> 3 then least(round(exp(10.5 + case when c.valeur like '45%' then 1 else 0 end
    + 1.6 * sqrt(-2 * ln(1 - ${u('n', 9)})) * cos(6.2831853 * ${u('n', 10)}))::numeric, 2), 9999999999) end as montant,
  p.carte_departement
from placed p join carte_departement d on d.i = p.carte_departement join carte_cpv c on c.i = p.carte_cpv;

analyze tenu;

create temp table detenu as
with held as (
  select t.n, k, case when ${u('t.n * 4 + k', 31)} < 0.5
    then floor(${ENTREPRISES} * power(${u('t.n * 4 + k', 32)}, 3.5))::int
    else floor(${ENTREPRISES} / 107 * power(${u('t.n * 4 + k', 33)}, 2))::int * 107 + carte_departement % 107 end as entreprise
  from tenu t cross join generate_series(0, 2) k
  where t.n % 97 <> 0 and (k = 0 or (k = 1 and t.n % 10 = 1) or (k = 2 and t.n % 50 = 1))
), named as (
  select n, k, '5' || lpad(entreprise::text, 8, '0') as siren,
    lpad(floor(greatest(1, 3000 / (entreprise + 1)) * power(${u('h.n * 4 + k', 34)}, 2))::text, 5, '0') as nic
  from held h
)
select n, k, siren, siren || nic as siret, row_number() over (partition by n, siren order by k) = 1 as premier from named;

analyze detenu;

insert into read.contrat (n, uid, jour, departement, cpv, acheteur_siret, montant, titulaires, recherche, item)
overriding system value
select t.n, acheteur_siret || '2026' || t.n, jour, departement, cpv, acheteur_siret, montant, coalesce(d.sirens, '{}'),
  (select array_to_tsvector(array_agg(distinct m.lexeme)) from generate_series(1, 10) k
   join carte_mot m on m.i = ${card('mot', u('t.n * 16 + k', 20))}),
  json_build_object('uid', acheteur_siret || '2026' || t.n, 'montant', montant, 'cpv', cpv, 'texte', ${filler('t.n::bigint', 20)},
    'noms', repeat('"nom_de_champ": null, ', 18))
from tenu t left join (select n, array_agg(siren) as sirens from detenu where premier group by n) d using (n)
order by t.n;

insert into read.contrat_titulaire (n, rang, siren, siret, premier, jour, departement, cpv, acheteur_siret, montant)
select n, k, siren, siret, premier, jour, departement, cpv, acheteur_siret, montant
from detenu join tenu using (n) order by n, k
on conflict do nothing;
`;

const PRESTATAIRES = `
insert into read.prestataire (siren, slug, nom_tri, recherche, departement, division_cpv, taille, nombre_contrats,
  montant_median, item, detail)
select siren, replace(nom, ' ', '-') || '-' || siren || '00000', nom, to_tsvector('read.francais', nom), departement, division,
  case when nombre > 2000 then 'GE' when nombre > 300 then 'ETI' when siren::int % 4 <> 0 then 'PME' end, nombre, median,
  json_build_object('siret', siren || '00000', 'slug', nom, 'texte', ${filler('s.siren::bigint', 6)}),
  json_build_object('siren', siren, 'texte', ${filler('s.siren::bigint', 100)})
from (
  select siren, count(*) as nombre, percentile_disc(0.5) within group (order by montant) as median,
    mode() within group (order by departement) as departement, mode() within group (order by left(cpv, 2)) as division
  from read.contrat_titulaire where premier group by siren
) s cross join lateral (
  select string_agg(c.valeur, ' ' order by k) as nom from generate_series(1, 2 + siren::int % 3) k
  join carte_nom c on c.i = ${card('nom', u('s.siren::bigint * 4 + k', 41))}
) x
`;
