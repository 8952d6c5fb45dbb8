import type pg from 'pg';
import { card, deal, filler, u } from '#contrats/read/testing/many-contrats';
import { cpvDeck, departementDeck, ONE_YEAR_CPV, wordDeck } from '#contrats/read/testing/decks';
import { withoutIndexes } from '#platform/testing/without-indexes';
import { SOURCES } from '#sources/registry';

/** The rarest words: `commune0`… stands in about this many notices, whatever their number. */
export const NOTICES_A_COMMUNE = 20;
/** Notices a buyer, on average; the largest has some hundred times as many. */
const NOTICES_A_BUYER = 25;
/** Days of history: notices grow more numerous from year to year, as publication does. */
const DAYS = 2_900;

/**
 * Fills read.avis with plausible rows, straight in SQL, the same for the same `count` on the same day: skewed and
 * correlated as the sources are. Two sources give two thirds of the notices, the regional portals publish in six
 * departments each; buyers publish mostly at home and mostly their own few codes; one division is never in Paris; words
 * follow Zipf, one notice in twenty has no department, one in five no deadline; one in eight is open, one in twelve
 * retired. Versions rise with publication, over the 29 days that end an hour ago. List texts are 1.2 kB, details 3 kB.
 */
export async function insertManyAvis(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set jit = off");
    await client.query('truncate read.avis');
    await deal(client, 'cpv', cpvDeck());
    await deal(client, 'departement', departementDeck());
    await deal(client, 'mot', wordDeck());
    await client.query(drawn(count));
    await withoutIndexes(client, ['read.avis', 'read.avis_departement'], async () => {
      await client.query(AVIS);
    });
    await client.query('drop table carte_cpv, carte_departement, carte_mot, tire; reset all');
    await client.query('vacuum (analyze) read.avis, read.avis_departement');
  } finally {
    client.release();
  }
}

const sources = `array[${SOURCES.map((source) => `'${source.code}'`).join(', ')}]`;
/** Rank of the first source that publishes in a few departments only, and of the last. */
const REGIONAL = [4, 9];

function drawn(count: number): string {
  const departement = card('departement', u('n', 4));
  return `
create temp table tire as
with base as (
  select n, floor(${count} / ${NOTICES_A_BUYER}.0 * power(${u('n', 1)}, 2.5))::int as acheteur,
    1 + floor(18 * power(${u('n', 2)}, 4))::int as rang,
    -- The oldest first, versions as well.
    floor(${DAYS} * power(1 - n / ${count + 1}.0, 2))::int as age
  from generate_series(1, ${count}) n
), placed as (
  select b.*,
    case when rang between ${REGIONAL[0]} and ${REGIONAL[1]} then ${card('departement', u('rang * 64 + n % 6', 5))}
      when ${u('n', 3)} < 0.85 then ${card('departement', u('acheteur', 3))} else ${departement} end as carte_departement,
    case when ${u('n', 6)} < 0.5 then ${card('cpv', u('acheteur * 4 + n % 4', 7))} else ${card('cpv', u('n', 8))} end as carte_cpv
  from base b
)
select p.n, md5(p.n::text)::uuid as id, p.acheteur, (${sources})[p.rang] as source, d.valeur as departement,
  case when p.n % 33 = 0 then null when age between 700 and 1060 and p.n % 60 = 7 then '${ONE_YEAR_CPV}'
    when d.valeur = '75' and c.valeur like '77%' then '90910000' else c.valeur end as cpv,
  current_date - age as publication,
  date_trunc('second', now()) - interval '29 days' - interval '1 hour' + p.n * (interval '29 days' / ${count}) as version,
  case when p.n % 5 <> 2 then (current_date - age + 15 + floor(45 * ${u('p.n', 9)})::int)::timestamp at time zone 'Europe/Paris' + interval '12 hours' end as limite,
  ${u('p.n', 10)} < 0.08 as retire,
  case when ${u('p.n', 11)} < 0.5 then least(round(exp(11.5 + case when c.valeur like '45%' then 1 else 0 end
    + 1.5 * sqrt(-2 * ln(1 - ${u('p.n', 12)})) * cos(6.2831853 * ${u('p.n', 13)}))::numeric, 2), 9999999999) end as budget,
  40 + 10 * floor(7 * sqrt(${u('p.n', 14)}))::int as completude,
  floor(${Math.ceil(count / NOTICES_A_COMMUNE)} * ${u('p.n', 15)})::int as commune
from placed p join carte_departement d on d.i = p.carte_departement join carte_cpv c on c.i = p.carte_cpv
order by p.n;
analyze tire`;
}

const VERSION = `to_char(t.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const AVIS = `
insert into read.avis (id, version, statut, closes_at, source, departements, acheteur_siret, cpv, type_marche, budget,
  date_limite, jour_limite, date_publication, completude, completude_propre, recherche, liste, detail, empreinte)
select t.id, t.version, x.statut, case when x.statut = 'ouvert' then x.fin end, t.source, x.departements, x.siret, t.cpv,
  x.type_marche, t.budget, t.limite, (t.limite at time zone 'Europe/Paris')::date, t.publication, t.completude,
  greatest(0, t.completude - 10 * (t.n % 3)), m.lexemes,
  case when t.retire then r.forme else y.tete || y.corps || y.queue end,
  case when t.retire then r.forme else y.tete || ${filler('(t.n * 2 + 1)', 70)} || y.queue end, ''
from tire t
cross join lateral (
  select case when t.n % 20 = 0 then '{}' when t.n % 25 = 1 then array(select distinct e from unnest(array[t.departement, '75', '92']) e)
      when t.n % 211 = 1 then array(select distinct valeur from carte_departement where i % 97 = 0) else array[t.departement] end as departements,
    case when t.n % 6 <> 0 then '2' || lpad(t.acheteur::text, 8, '0') || '00015' end as siret,
    case when t.n % 20 = 3 then null when t.cpv like '45%' then 'Travaux' when left(t.cpv, 2) < '50' then 'Fournitures' else 'Services' end as type_marche,
    coalesce(t.limite, (t.publication + 180)::timestamptz) as fin
) w
cross join lateral (
  select w.*, case when t.retire then 'retire' when w.fin > now() then 'ouvert' else 'clos' end as statut
) x
cross join lateral (
  select array_to_tsvector(array_agg(distinct l)) as lexemes from (
    select lexeme as l from generate_series(1, 12) k join carte_mot on i = ${card('mot', u('t.n * 16 + k', 20))}
    union all select 'commune' || t.commune union all select 'objet' || t.n
  ) s
) m
cross join lateral (
  select json_build_object('id', t.id, 'statut', 'retire', 'motif_retrait', 'doublon', 'canonique_id', null, 'version', ${VERSION})::text as forme
) r
cross join lateral (
  select '{"id":"' || t.id || '","source":"' || t.source || '","licence":"Licence Ouverte 2.0","mention":"Source : publication officielle","lien_source":"https://exemple.fr/avis/'
      || t.n || '","statut":"' || x.statut || '","titre":"Marché ' || t.n || ' de la commune ' || t.commune || '","budget":' || coalesce(t.budget::text, 'null')
      || ',"cpv":' || coalesce('"' || t.cpv || '"', 'null') || ',"date_publication":"' || t.publication || '","type_marche":' || coalesce('"' || x.type_marche || '"', 'null')
      || ',"procedure":"Procédure adaptée","acheteur":{"nom":"Acheteur ' || t.acheteur || '","siret":' || coalesce('"' || x.siret || '"', 'null')
      || ',"departement":"' || t.departement || '"},"nb_lots":1,"completude":' || t.completude || ',"completude_version":1,"champs_manquants":[],"publie_aussi_sur":[],"origines":{},"description":"' as tete,
    ${filler('t.n * 2', 15)} as corps,
    '","version":"' || ${VERSION} || '"}' as queue
) y
order by t.n`;
