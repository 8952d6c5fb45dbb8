import type { DataSource, EntityManager } from 'typeorm';
import type { StockSirene } from '../sirene/stocks.js';
import { lockContrats, openBatch } from './locks.js';
import { queueRecalculation, type ToRecalculate } from './queue.js';

/** Companies that are known to us: holders, buyers of contracts and of notices, companies registered with the service. */
const KNOWN = `
  select siren from write.contrat_titulaire where siren is not null
  union select left(acheteur_siret, 9) from write.contrat where acheteur_siret is not null
  union select left(siret, 9) from write.acheteur
  union select left(acheteur_siret, 9) from read.avis where acheteur_siret is not null
  union select siren from write.revendication`;

/** Companies to look for in a stock file. @param newOnly those that were never looked for in it. */
export async function sirensToFind(db: DataSource, stock: StockSirene, newOnly: boolean): Promise<Set<number>> {
  const rows = await db.query<{ siren: number }[]>(
    `select k.siren::int as siren from (${KNOWN}) as k (siren)
     where k.siren ~ '^[0-9]{9}$'
       and not ($2 and exists (select from write.siren_cherche c where c.registre = $1 and c.siren = k.siren))`,
    [stock, newOnly],
  );
  return new Set(rows.map(({ siren }) => siren));
}

/**
 * Companies noted in one transaction. Some buyers have tens of thousands of contracts, and all that is queued is sorted together:
 * two transactions that queue in parts wait for each other in a circle.
 */
const TOGETHER = 100;

/**
 * Notes that these were looked for in a file that was read to its end. Found or not, they may be named from now on: until then
 * nobody knew whether they may (docs/decisions/0019).
 */
export async function noteSearched(db: DataSource, stock: StockSirene, sirens: ReadonlySet<number>): Promise<void> {
  const all = [...sirens].sort((a, b) => a - b).map((siren) => String(siren).padStart(9, '0'));
  for (let at = 0; at < all.length; at += TOGETHER) {
    await db.transaction(async (manager) => {
      await openBatch(manager);
      await lockContrats(manager);
      const noted = await manager.query<{ siren: string }[]>(
        `insert into write.siren_cherche (registre, siren) select $1, unnest($2::text[])
         on conflict do nothing returning siren`,
        [stock, all.slice(at, at + TOGETHER)],
      );
      await queueServed(
        manager,
        noted.map(({ siren }) => siren),
      );
    });
  }
}

/**
 * Queues what is served of companies that changed: at once where they may no longer be named, or were looked for before; the
 * others when they are noted, at the end of the file. The caller holds the lock of contracts.
 */
export async function queueChanged(
  manager: EntityManager,
  stock: StockSirene,
  { changed, hidden }: { changed: readonly string[]; hidden: readonly string[] },
): Promise<void> {
  if (changed.length === 0) return;
  const noted = await manager.query<{ siren: string }[]>(
    'select siren from write.siren_cherche where registre = $1 and siren = any($2::text[])',
    [stock, changed],
  );
  await queueServed(manager, [...new Set([...hidden, ...noted.map(({ siren }) => siren)])]);
}

async function queueServed(manager: EntityManager, sirens: readonly string[]): Promise<void> {
  if (sirens.length > 0) await queueRecalculation(manager, await servedOf(manager, sirens));
}

/**
 * What is served of companies: their contracts, as holders and as buyers, and the records of everybody who has a part in
 * these, since each lists the others by name. The caller holds the lock of contracts, so that none is added meanwhile.
 */
export function servedOf(manager: EntityManager, sirens: readonly string[]): Promise<ToRecalculate[]> {
  return manager.query<ToRecalculate[]>(
    `with changed as materialized (select unnest($1::text[]) as siren),
       concerned as materialized (
         select t.uid from changed join write.contrat_titulaire t using (siren)
         union
         select c.uid from changed s
           join write.contrat c on c.acheteur_siret between s.siren || '00000' and s.siren || '99999'
       )
     select 'contrat' as objet, uid as cle from concerned
     union
     select 'prestataire', t.siren from concerned join write.contrat_titulaire t using (uid) where t.siren is not null
     union
     select 'prestataire', siren from changed join write.revendication using (siren)
     union
     select 'acheteur', c.acheteur_siret from concerned join write.contrat c using (uid) where c.acheteur_siret is not null
     union
     select 'acheteur', a.siret from changed s
       join read.acheteur a on a.siret between s.siren || '00000' and s.siren || '99999'
     union
     select 'acheteur', a.siret from changed s
       join write.acheteur a on a.siret between s.siren || '00000' and s.siren || '99999'`,
    [sirens],
  );
}
