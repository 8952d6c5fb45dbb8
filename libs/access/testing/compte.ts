import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Inserts a Pro account with its own limits and gives its id. @param pool owner's rights. */
export async function insertCompte(pool: pg.Pool, limites: { general?: number; decp?: number } = {}): Promise<string> {
  const id = randomUUID();
  await pool.query(`insert into access.compte (id, nom, email, plan) values ($1, 'Essai', 'essai@exemple.fr', 'pro')`, [
    id,
  ]);
  for (const [famille, limite] of Object.entries(limites)) {
    await pool.query('insert into access.quota_limite values ($1, $2, $3)', [id, famille, limite]);
  }
  return id;
}
