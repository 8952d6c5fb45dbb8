import type { DataSource } from 'typeorm';
import { queueRecalculation } from './queue.js';

/** Registers a company with the service: its record is of type `revendiquee`. @returns false when it was already. */
export async function revendiquer(db: DataSource, siren: string): Promise<boolean> {
  return change(
    db,
    siren,
    'insert into write.revendication (siren) values ($1) on conflict do nothing returning siren',
  );
}

/** Takes the registration back. @returns false when there was none. */
export async function forgetRevendication(db: DataSource, siren: string): Promise<boolean> {
  return change(db, siren, 'delete from write.revendication where siren = $1 returning siren');
}

async function change(db: DataSource, siren: string, sql: string): Promise<boolean> {
  return db.transaction(async (manager) => {
    const rows = await manager.query<{ siren: string }[]>(`with changed as (${sql}) select siren from changed`, [
      siren,
    ]);
    if (rows.length === 0) return false;
    await queueRecalculation(manager, [{ objet: 'prestataire', cle: siren }]);
    return true;
  });
}
