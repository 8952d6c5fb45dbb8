import type pg from 'pg';
import { generateKey, hashKey, prefixeOf } from '#access/cles/key';
import { PERIMETRES } from '#contract/vocabulary';

/** A daily limit that no benchmark uses up. */
const LIMITE = 2_000_000_000;

/** Gives a key with every scope, and quotas without end, to accounts, made when absent. @returns their keys, in order. */
export async function insertKeys(pool: pg.Pool, comptes: readonly string[]): Promise<string[]> {
  const keys = comptes.map(() => generateKey());
  await pool.query(
    `insert into access.compte (id, nom, email, plan) select id, 'Banc', 'banc@exemple.fr', 'pro' from unnest($1::uuid[]) as c (id)
     on conflict do nothing`,
    [comptes],
  );
  await pool.query('delete from access.cle where compte_id = any($1::uuid[])', [comptes]);
  await pool.query(
    `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres)
     select gen_random_uuid(), id, prefixe, hash, 'interne', $4 from unnest($1::uuid[], $2::text[], $3::bytea[]) as c (id, prefixe, hash)`,
    [comptes, keys.map(prefixeOf), keys.map(hashKey), PERIMETRES],
  );
  await pool.query(
    `insert into access.quota_limite select id, famille, $2 from unnest($1::uuid[]) as c (id), unnest(array['general', 'decp']) as f (famille)
     on conflict do nothing`,
    [comptes, LIMITE],
  );
  return keys;
}
