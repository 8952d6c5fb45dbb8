import type pg from 'pg';
import { ECHU, OUVERT } from './conditions.js';

/** Open notices of each department, one that names several counted in each: those of all sources, less the others'. */
export const OPEN_BY_DEPARTEMENT_QUERY = `select o.code, sum(o.nombre)::int as ouverts
from (
  select n.departement as code, n.nombre from read.nombre_avis n
  where n.source is null and n.statut = 'ouvert'
  union all
  select n.departement, -n.nombre from read.nombre_avis n
  where n.statut = 'ouvert' and n.departement is not null and n.source = any(array(
    select s.source from read.nombre_avis s
    where s.statut = 'ouvert' and s.departement is null and s.source <> all ($1::text[])
  ))
  union all
  select d.code, -1 from read.avis a cross join lateral unnest(a.departements) as d (code)
  where ${ECHU} and a.source = any($1::text[])
) o
group by o.code
having sum(o.nombre) > 0`;

/** @param sources codes visible to the key and served. @returns count by department code; absent means none. */
export async function openByDepartement(pool: pg.Pool, sources: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ code: string; ouverts: number }>({
    name: 'avis-open-by-departement',
    text: OPEN_BY_DEPARTEMENT_QUERY,
    values: [sources],
  });
  return new Map(rows.map((row) => [row.code, row.ouverts]));
}

/** Open notices of each source. */
export const OPEN_BY_SOURCE_QUERY = `select o.source, sum(o.nombre)::int as ouverts
from (
  select n.source, n.nombre from read.nombre_avis n
  where n.statut = 'ouvert' and n.departement is null
  union all
  select a.source, -1 from read.avis a
  where ${ECHU}
) o
group by o.source
having sum(o.nombre) > 0`;

/** @returns count by source code; absent means none. */
export async function openBySource(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ source: string; ouverts: number }>({
    name: 'avis-open-by-source',
    text: OPEN_BY_SOURCE_QUERY,
  });
  return new Map(rows.map((row) => [row.source, row.ouverts]));
}

/** Open notices of one buyer. */
export const OPEN_BY_ACHETEUR_QUERY = `select count(*)::int as ouverts
from read.avis a
where ${OUVERT} and a.acheteur_siret = $1 and a.source = any($2::text[])`;

/** @param sources codes visible to the key and served. */
export async function openByAcheteur(pool: pg.Pool, siret: string, sources: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ ouverts: number }>({
    name: 'avis-open-by-acheteur',
    text: OPEN_BY_ACHETEUR_QUERY,
    values: [siret, sources],
  });
  return rows[0]?.ouverts ?? 0;
}
