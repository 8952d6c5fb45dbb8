import type { DataSource, EntityManager } from 'typeorm';
import type { Reglage } from '#sources/plan';
import type { SourceCode } from '#sources/registry';

const NONE: Reglage = { adresse: null, sans_adresse: false, cadence_secondes: null, en_pause: false };

/** What operators set, by source; those that they left alone are absent. */
export async function reglages(db: DataSource): Promise<ReadonlyMap<string, Reglage>> {
  const rows = await db.query<(Reglage & { source: string })[]>(
    'select source, adresse, sans_adresse, cadence_secondes, en_pause from write.reglage',
  );
  return new Map(rows.map(({ source, ...reglage }) => [source, reglage]));
}

/**
 * Changes what is set for one source; workers follow by themselves within seconds.
 * @param change the fields to set; null takes everything back to the environment. @returns what is set now.
 */
export async function regler(db: DataSource, source: SourceCode, change: Partial<Reglage> | null): Promise<Reglage> {
  return db.transaction(async (manager) => {
    if (change === null) {
      const [[gone]] = await manager.query<[Reglage[], number]>(
        'delete from write.reglage where source = $1 returning adresse, sans_adresse',
        [source],
      );
      if (gone !== undefined && movesAddress(gone, NONE)) await closeCircuit(manager, source);
      return NONE;
    }
    await manager.query('insert into write.reglage (source) values ($1) on conflict do nothing', [source]);
    const [held] = await manager.query<Reglage[]>(
      'select adresse, sans_adresse, cadence_secondes, en_pause from write.reglage where source = $1 for update',
      [source],
    );
    const next = { ...(held ?? NONE), ...change };
    await manager.query(
      `update write.reglage set adresse = $2, sans_adresse = $3, cadence_secondes = $4, en_pause = $5,
         regle_le = clock_timestamp() where source = $1`,
      [source, next.adresse, next.sans_adresse, next.cadence_secondes, next.en_pause],
    );
    if (movesAddress(held ?? NONE, next)) await closeCircuit(manager, source);
    return next;
  });
}

function movesAddress(before: Pick<Reglage, 'adresse' | 'sans_adresse'>, after: Reglage): boolean {
  return before.adresse !== after.adresse || before.sans_adresse !== after.sans_adresse;
}

/** What failed at one address says nothing of another. */
async function closeCircuit(manager: EntityManager, source: string): Promise<void> {
  await manager.query(
    'update write.source_health set failures = 0, opened_at = null, retry_at = null where source = $1',
    [source],
  );
}
