import type pg from 'pg';
import { generateKey, hashKey, prefixeOf } from '#access/cles/key';
import { PERIMETRES } from '#contract/vocabulary';
import { insertManyContrats } from '#contrats/read/testing/many-contrats';
import { insertManyAvis } from '../rows/avis.js';

const COMPTE = '00000000-0000-4000-8000-000000000001';

/** The rows of every side, filled once in a kept folder. */
export async function fillRows(pool: pg.Pool, avis: number, contrats: number): Promise<void> {
  if (!(await holds(pool, 'read.avis', avis))) {
    await insertManyAvis(pool, avis);
    await pool.query('drop schema if exists ordinaire cascade');
    await pool.query(ORDINAIRE);
    await pool.query('vacuum (analyze) ordinaire.avis');
  }
  if (contrats > 0 && !(await holds(pool, 'read.contrat', contrats))) {
    await pool.query('truncate read.contrat, read.contrat_titulaire, read.prestataire, read.slug_prestataire');
    await insertManyContrats(pool, contrats);
  }
  await pool.query('update read.state set loading = false');
}

async function holds(pool: pg.Pool, table: string, count: number): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n === count;
}

/** One account with one key and no daily end: the worst case for the one row of its quota. @returns the key. */
export async function createAccount(pool: pg.Pool): Promise<string> {
  const key = generateKey();
  await pool.query('truncate access.compte cascade');
  await pool.query(`insert into access.compte (id, nom, email, plan) values ($1, 'Banc', 'banc@exemple.fr', 'pro')`, [
    COMPTE,
  ]);
  await pool.query(
    `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres) values ($1, $1, $2, $3, 'interne', $4)`,
    [COMPTE, prefixeOf(key), hashKey(key), PERIMETRES],
  );
  await pool.query(`insert into access.quota_limite values ($1, 'general', 2000000000), ($1, 'decp', 2000000000)`, [
    COMPTE,
  ]);
  return key;
}

const texts = (...names: string[]) => names.map((name) => `l.liste ->> '${name}' as ${name}`).join(', ');
const objects = (...names: string[]) => names.map((name) => `l.liste -> '${name}' as ${name}`).join(', ');

/**
 * The same notices as an ordinary team would store them: a column a field of the list, what is nested as JSON. Numbers as
 * JavaScript keeps them, so that no peer pays for a decimal type that the list does not need.
 */
const ORDINAIRE = `
create schema ordinaire;
create table ordinaire.avis as
select a.id, a.version, a.statut, ${texts('source', 'licence', 'mention', 'lien_source', 'titre', 'cpv', 'type_marche', 'procedure', 'description')},
  (l.liste ->> 'budget')::double precision as budget, (l.liste ->> 'nb_lots')::integer as nb_lots,
  (l.liste ->> 'date_limite')::timestamptz as date_limite, (l.liste ->> 'date_publication')::date as date_publication,
  (l.liste ->> 'completude')::integer as completude, (l.liste ->> 'completude_version')::integer as completude_version,
  ${objects('acheteur', 'champs_manquants', 'publie_aussi_sur', 'origines', 'liens')}
from read.avis a cross join lateral (select a.liste::jsonb as liste) l
where a.statut <> 'retire';
alter table ordinaire.avis add primary key (id), add unique (version);
create index avis_by_statut_version on ordinaire.avis (statut, version);
`;
