import type pg from 'pg';

/** The notice $1 of the sources $2. One withdrawn by its source (`supprime`) is told in synchronisation only. */
export const DETAIL_OF = `a.id = $1 and a.source = any($2::text[])
  and case when a.statut = 'retire' then a.detail::json ->> 'motif_retrait' <> 'supprime' else true end`;

/** The full form of a notice, or its reduced form once retired. */
export const DETAIL_QUERY = `select a.detail from read.avis a
where ${DETAIL_OF}`;

/** @param sources codes visible to the key, cut ones included. @returns the JSON text, or null when there is none. */
export async function avisDetail(pool: pg.Pool, id: string, sources: readonly string[]): Promise<string | null> {
  const { rows } = await pool.query<{ detail: string }>({
    name: 'avis-detail',
    text: DETAIL_QUERY,
    values: [id, sources],
  });
  return rows[0]?.detail ?? null;
}
