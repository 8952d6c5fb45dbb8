import type pg from 'pg';
import { OUVERT } from './conditions.js';

/** Open notices of each department, one that names several counted in each. */
export const OPEN_BY_DEPARTEMENT_QUERY = `select d.code, count(*)::int as ouverts
from read.avis a cross join lateral unnest(a.departements) as d (code)
where ${OUVERT} and a.source = any($1::text[])
group by d.code`;

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
export const OPEN_BY_SOURCE_QUERY = `select a.source, count(*)::int as ouverts
from read.avis a
where ${OUVERT}
group by a.source`;

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
