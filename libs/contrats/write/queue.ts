import type { EntityManager } from 'typeorm';

/** A row of read.* to be rendered again: `cle` is a contract's uid, a SIREN, a SIRET, the id of an award notice. */
export interface ToRecalculate {
  objet: 'contrat' | 'prestataire' | 'acheteur' | 'attribution';
  cle: string;
}

/**
 * Queues rows of read.* to be rendered again, in the transaction of the fact that causes it. `do update`, not `do
 * nothing`: it waits for a recalculation of the same row that is under way, which may have read the facts before us and
 * will delete its work; the new work then outlives it. Sorted keys, contracts first, keep concurrent writers from waiting
 * for each other in a circle: a recalculation holds contracts when it queues their holders and buyers.
 */
export async function queueRecalculation(manager: EntityManager, work: Iterable<ToRecalculate>): Promise<void> {
  const sorted = [...new Set([...work].map(({ objet, cle }) => `${objet} ${cle}`))].sort();
  if (sorted.length === 0) return;
  await manager.query(
    `insert into write.a_recalculer as p (objet, cle)
     select split_part(o, ' ', 1), substr(o, strpos(o, ' ') + 1)
     from unnest($1::text[]) with ordinality as t (o, rang) order by o not like 'contrat %', t.rang
     on conflict (objet, cle) do update set attempts = 0, error = null, not_before = null`,
    [sorted],
  );
}
