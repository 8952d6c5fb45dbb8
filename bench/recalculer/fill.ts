import type { DataSource } from 'typeorm';

const BATCH = 50_000;
const COMPANIES = 60_000;
const BUYERS = 20_000;

/** Companies and buyers whose contracts are counted exactly, beside the many. */
export const SMALL = { siren: '900000001', contrats: 10 };
export const LARGE = { siren: '900000002', contrats: 10_000 };
/** Buys more than anybody else. */
export const BIG_BUYER = { siret: '90000000300010', share: 0.05 };

/**
 * Folded contracts and SIRENE as the imports leave them, made by the database: few companies hold most contracts and few
 * buyers sign most of them. Nothing is queued.
 */
export async function fill(db: DataSource, contrats: number): Promise<void> {
  for (let from = 0; from < contrats; from += BATCH) {
    await db.query(FACTS, [from, Math.min(from + BATCH, contrats) - 1]);
  }
  await db.query(`
    insert into write.contrat_titulaire (uid, rang, siren, siret)
      select uid, rang - 1, t->>'siren', t->>'siret'
      from write.contrat cross join lateral json_array_elements(facts->'titulaires') with ordinality as e (t, rang);
    insert into write.unite_legale (siren, nom, categorie, categorie_juridique, siege, diffusible)
      select distinct siren, 'ENTREPRISE DU BATIMENT ET DES TRAVAUX ' || siren, (array['PME', 'ETI', 'GE'])[1 + siren::int % 3],
        '5710', siren || '00010', true from write.contrat_titulaire
      union select distinct left(acheteur_siret, 9), 'COMMUNE DE ' || acheteur_siret, null, '7210', acheteur_siret, true
      from write.contrat;
    insert into write.etablissement (siret, commune, code_postal, departement, actif, diffusible)
      select distinct siret, 'LYON', '69003', '69', true, true from write.contrat_titulaire
      union select distinct acheteur_siret, 'RENNES', '35000', '35', true, true from write.contrat;
    analyze write.contrat, write.contrat_titulaire, write.unite_legale, write.etablissement`);
}

/** Contract m: its holder is one of the two whose contracts are counted, or any, the small numbers far more often. */
const FACTS = `
insert into write.contrat (uid, racine, acheteur_siret, facts)
select 'B' || m, 'B' || m, acheteur, json_build_object(
  'objet', 'Travaux de réfection de la voirie communale et des trottoirs, tranche ' || m || ', lot ' || m % 7,
  'acheteur', json_build_object('siret', acheteur, 'nom', null),
  'titulaires', json_build_array(json_build_object('siret', siren || lpad((10 + m % 3)::text, 5, '0'), 'siren', siren, 'nom', null)),
  'montant', round((1000 + power(random(), 4) * 5000000)::numeric, 2), 'cpv', (45000000 + (power(random(), 3) * 400)::int * 1000)::text,
  'nature', 'Marché', 'procedure', 'Procédure adaptée', 'date_notification', (date '2014-11-21' + (random() * 4383)::int)::text,
  'duree_mois', 1 + (random() * 47)::int, 'lieu_execution', json_build_object('code', '69123', 'type_code', 'Code commune',
    'nom', null, 'departement', lpad((1 + (power(random(), 2) * 94)::int)::text, 2, '0')),
  'offres_recues', 3, 'forme_prix', 'ferme', 'sous_traitance_declaree', false,
  'considerations', json_build_object('sociales', '[]'::json, 'environnementales', '[]'::json), 'marche_innovant', false)
from (
  select m, case when m < ${SMALL.contrats} then '${SMALL.siren}'
      when m < ${SMALL.contrats} + ${LARGE.contrats} then '${LARGE.siren}'
      else (800000000 + (power(random(), 3) * ${COMPANIES})::int)::text end as siren,
    case when random() < ${BIG_BUYER.share} then '${BIG_BUYER.siret}'
      else (200000000 + (power(random(), 2) * ${BUYERS})::int)::text || '00010' end as acheteur
  from generate_series($1::int, $2::int) as m) as c`;
