import type pg from 'pg';

/** The record of a contractor, by any slug that it ever had. */
export const PRESTATAIRE_QUERY = `select p.detail from read.slug_prestataire s join read.prestataire p using (siren)
where s.slug = $1`;

/** @returns the JSON text, or null when the slug is unknown or its company may not be disclosed. */
export async function prestataireDetail(pool: pg.Pool, slug: string): Promise<string | null> {
  const { rows } = await pool.query<{ detail: string }>({
    name: 'prestataire',
    text: PRESTATAIRE_QUERY,
    values: [slug],
  });
  return rows[0]?.detail ?? null;
}
