import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { type AttributionFacts, renderAttribution } from '../project/attribution.js';
import { projectAttributions } from '../write/project-attributions.js';

/** A row of read.attribution. */
export interface ServedAttribution {
  id: string;
  source: string;
  /** `YYYY-MM-DD` or `-infinity`. */
  jour: string;
  cpv: string | null;
  acheteur_siret: string | null;
  departement: string | null;
  item: string;
}

/** Projects the award notices that are queued. @returns how many rows changed. */
export async function projectAllAttributions(db: DataSource, limit = 500): Promise<number> {
  let changed = 0;
  for (;;) {
    const counts = await projectAttributions(db, { limit });
    if (counts.done === 0) return changed;
    changed += counts.changed;
  }
}

export async function servedAttributions(pool: pg.Pool): Promise<ServedAttribution[]> {
  const { rows } = await pool.query<ServedAttribution>(
    `select id, source, date_publication::text as jour, cpv, acheteur_siret, departement, item
     from read.attribution order by id`,
  );
  return rows;
}

/** The whole of read.attribution, made anew from the whole of write.attribution. */
export async function expectedAttributions(pool: pg.Pool): Promise<ServedAttribution[]> {
  const { rows } = await pool.query<AttributionFacts>('select id, source, facts from write.attribution order by id');
  return rows
    .map(renderAttribution)
    .map(({ date_publication, ...row }) => ({ ...row, jour: date_publication ?? '-infinity' }));
}
