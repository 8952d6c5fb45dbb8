import type { DataSource } from 'typeorm';
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
      await manager.query('delete from write.reglage where source = $1', [source]);
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
    return next;
  });
}
