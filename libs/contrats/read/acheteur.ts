import type pg from 'pg';

/** The record of a buyer, without its open notices. */
export const ACHETEUR_QUERY = 'select a.detail from read.acheteur a where a.siret = $1';

/** @returns the JSON text, or null when the buyer is unknown. */
export async function acheteurDetail(pool: pg.Pool, siret: string): Promise<string | null> {
  const { rows } = await pool.query<{ detail: string }>({ name: 'acheteur', text: ACHETEUR_QUERY, values: [siret] });
  return rows[0]?.detail ?? null;
}
