import type { EntityManager } from 'typeorm';
import type { Rendered } from '../project/rendered.js';

/**
 * Queues the buyers of served notices that have no record yet: GET /acheteurs/{siret} then knows them soon after. In
 * the transaction that publishes the notices, which the record is made of.
 */
export async function queueUnknownBuyers(manager: EntityManager, rendered: readonly Rendered[]): Promise<void> {
  const sirets = new Set(
    rendered.flatMap(({ statut, acheteur_siret }) => (statut === 'retire' ? [] : (acheteur_siret ?? []))),
  );
  if (sirets.size === 0) return;
  // `do nothing`, without waiting: what queued it already is a fact that gives it a record.
  await manager.query(
    `insert into write.a_recalculer (objet, cle)
     select 'acheteur', s.siret from unnest($1::text[]) with ordinality as s (siret, rang)
     where not exists (select from read.acheteur a where a.siret = s.siret) order by s.rang
     on conflict (objet, cle) do nothing`,
    [[...sirets].sort()],
  );
}
