import type { EntityManager } from 'typeorm';
import { lockContrats } from '#contrats/write/locks';

/**
 * Queues the records of buyers whose name or department the register just built (`acheteur_lu`) changes, and their
 * contracts, which name them. Before the register is written, in the same transaction; no contract is added meanwhile.
 */
export async function queueRenamed(manager: EntityManager): Promise<void> {
  await lockContrats(manager);
  await manager.query(`
    insert into write.a_recalculer as p (objet, cle)
    with renamed as materialized (
      select siret from acheteur_lu l full join write.acheteur a using (siret)
      where l.siret is null or a.siret is null
         or (l.noms->0->>'nom', l.departement) is distinct from (a.noms->0->>'nom', a.departement))
    select 'contrat', c.uid from renamed r join write.contrat c on c.acheteur_siret = r.siret
    union all
    select 'acheteur', siret from renamed
    order by 1 desc, 2
    on conflict (objet, cle) do update set attempts = 0, error = null, not_before = null`);
}
