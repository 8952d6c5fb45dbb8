import pg from 'pg';
import { compteOf } from '#opportunites/read/testing/many-opportunites';
import { insertKeys } from '../rows/comptes.js';
import { COMPTES } from './data.js';

/**
 * Makes kept data ready for another run: empty queues, pages known as visible to all as autovacuum would make them (what a
 * run before wrote must not weigh on this one), accounts with keys. @returns the keys of the accounts that have a feed.
 */
export async function prepare(url: string): Promise<string[]> {
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await owner.query('truncate write.a_noter, write.a_projeter');
    await owner.query('vacuum read.avis');
    return await insertKeys(
      owner,
      Array.from({ length: COMPTES }, (_, n) => compteOf(n + 1)),
    );
  } finally {
    await owner.end();
  }
}
