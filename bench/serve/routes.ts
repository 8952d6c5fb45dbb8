import type pg from 'pg';
import type { Requests } from './load.js';

/** A kind of request, with the values that it is asked with in turns. */
interface Route {
  name: string;
  requests: Requests;
  /** Asked of the API that remembers answers for a minute. */
  remembered?: boolean;
}

/** Values of each, drawn as often as they stand in the data. */
const VALUES = 20;

/** @returns every kind of request but the pages of a walk, those of the filters of page mode one by one. */
export async function routesOf(pool: pg.Pool, key: string): Promise<Route[]> {
  const headers = { 'X-API-Key': key };
  const get = (path: string) => ({ method: 'GET' as const, path: `/api/v1${path}`, headers });
  const draw = async (table: string, column: string, where = 'true') => {
    const { rows } = await pool.query<{ value: string }>(
      `select ${column} as value from ${table} where ${where} order by md5(${table === 'read.avis' ? 'id' : 'random()'}::text) limit ${VALUES}`,
    );
    return rows.map(({ value }) => encodeURIComponent(value));
  };
  const open = "statut = 'ouvert'";
  const avis = (column: string) => draw('read.avis', column, `${open} and ${column} is not null`);
  const each = (name: string, paths: readonly string[], more: Partial<Route> = {}): Route[] =>
    paths.length === 0 ? [] : [{ name, requests: paths.map(get), ...more }];
  const of = (name: string, path: string, values: readonly string[]) =>
    each(
      name,
      values.map((value) => `${path}${value}`),
    );
  const page = '/avis?page=1&per_page=100&';
  const words = await draw(
    'read.avis',
    '(tsvector_to_array(recherche))[1 + length(id::text) % 5]',
    `${open} and recherche <> ''`,
  );
  return [
    ...each('copy, first page with its total', ['/avis?per_page=100']),
    ...each('copy, first page, remembered', ['/avis?per_page=100'], { remembered: true }),
    ...of(
      'updated_since, first page',
      '/avis?per_page=100&updated_since=',
      await avis(`to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`),
    ),
    ...each('page mode, no filter', ['/avis?page=1&per_page=100']),
    ...each('page mode, tenth page', ['/avis?page=10&per_page=100']),
    ...each('page mode, by publication', ['/avis?tri=publication&per_page=100']),
    ...of('page mode, source', `${page}source=`, await avis('source')),
    ...of('page mode, departement', `${page}departement=`, await avis('departements[1]')),
    ...of('page mode, cpv of 2 digits', `${page}cpv=`, await avis('left(cpv, 2)')),
    ...of('page mode, cpv of 8 digits', `${page}cpv=`, await avis('cpv')),
    ...of('page mode, type_marche', `${page}type_marche=`, await avis('type_marche')),
    ...of('page mode, budget_min', `${page}budget_min=`, await avis('budget::bigint::text')),
    ...of('page mode, budget_max', `${page}budget_max=`, await avis('budget::bigint::text')),
    ...of('page mode, date_limite_min', `${page}date_limite_min=`, await avis('jour_limite::text')),
    ...of('page mode, date_limite_max', `${page}date_limite_max=`, await avis('jour_limite::text')),
    ...of('page mode, publie_depuis', `${page}publie_depuis=`, await avis('date_publication::text')),
    ...of('page mode, completude_min', `${page}completude_min=`, await avis('completude::text')),
    ...of('search, words as they come', '/avis?per_page=100&q=', words),
    ...of(
      'search, a rare word',
      '/avis?per_page=100&q=',
      await avis("(select l from unnest(tsvector_to_array(recherche)) l where l like 'commune%' limit 1)"),
    ),
    ...each('search, an absent word', ['/avis?per_page=100&q=introuvable']),
    ...of('detail', '/avis/', await avis('id::text')),
    ...of(
      'contrats, acheteur_siret',
      '/contrats?limite=50&acheteur_siret=',
      await draw('read.contrat', 'acheteur_siret'),
    ),
    ...of(
      'contrats, departement',
      '/contrats?limite=50&departement=',
      await draw('read.contrat', 'departement', 'departement is not null'),
    ),
    ...of('contrats, cpv', '/contrats?limite=50&cpv=', await draw('read.contrat', 'left(cpv, 4)', 'cpv is not null')),
    ...of(
      'contrats, titulaire_siren',
      '/contrats?limite=50&titulaire_siren=',
      await draw('read.contrat_titulaire', 'siren', 'siren is not null'),
    ),
    ...of(
      'prestataires, departement',
      '/prestataires?departement=',
      await draw('read.prestataire', 'departement', 'departement is not null'),
    ),
    ...of('prestataires, a word', '/prestataires?q=', await draw('read.prestataire', "split_part(nom_tri, ' ', 1)")),
    ...of('prestataire', '/prestataires/', await draw('read.prestataire', 'slug')),
    ...each('departements', ['/departements']),
    ...each('sources', ['/sources']),
  ];
}
