import type { DataSource } from 'typeorm';

/**
 * Queues every contract, contractor and buyer, served or not: for a release that renders otherwise, or another address of
 * the site. What stays the same is not written.
 * @returns how many rows are queued, those that were already included.
 */
export async function queueAll(db: DataSource): Promise<number> {
  const [row] = await db.query<{ n: number }[]>(
    `with known as (
       select 'contrat' as objet, uid as cle from write.contrat union select 'contrat', uid from read.contrat
       union select 'prestataire', siren from write.contrat_titulaire where siren is not null
       union select 'prestataire', siren from write.revendication union select 'prestataire', siren from read.prestataire
       union select 'acheteur', acheteur_siret from write.contrat where acheteur_siret is not null
       union select 'acheteur', siret from write.acheteur union select 'acheteur', siret from read.acheteur),
     queued as (
       insert into write.a_recalculer as p (objet, cle) select objet, cle from known order by objet <> 'contrat', objet, cle
       on conflict (objet, cle) do update set attempts = 0, error = null, not_before = null
       returning 1)
     select count(*)::int as n from queued`,
  );
  return row?.n ?? 0;
}
