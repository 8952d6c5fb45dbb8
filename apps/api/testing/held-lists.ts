import type pg from 'pg';

/**
 * Whoever reads notices, contracts, contractors or buyers during `work` waits, like a query too long, until it is over.
 * @param pool owner's rights.
 */
export async function withHeldLists<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  await client.query(`begin; lock table read.avis, read.attribution, read.contrat, read.contrat_titulaire, read.prestataire,
      read.slug_prestataire, read.acheteur in access exclusive mode`);
  try {
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}
