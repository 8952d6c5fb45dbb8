import type pg from 'pg';
import { filler } from '#contrats/read/testing/many-contrats';

/** Fills read.acheteur with a record of 2 kB for each buyer of read.contrat. */
export async function insertManyAcheteurs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into read.acheteur (siret, detail)
     select siret, json_build_object('siret', siret, 'texte', ${filler('left(siret, 9)::bigint', 60)})
     from (select distinct acheteur_siret as siret from read.contrat) a
     on conflict do nothing`,
  );
  await pool.query('vacuum (analyze) read.acheteur');
}
