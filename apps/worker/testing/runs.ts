import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

export interface RunRow {
  id: string;
  source: string;
  outcome: string | null;
  reason: string | null;
  seen: number;
  added: number;
  bytes: string;
  faults: { reason: string }[];
  ended_at: Date | null;
}

/** Waits until a condition on the database holds. */
export async function until(pool: Pool, sql: string, parameters: unknown[] = [], withinMs = 30_000): Promise<void> {
  for (const limit = Date.now() + withinMs; ;) {
    const { rows } = await pool.query<{ ok: boolean }>(`select (${sql}) as ok`, parameters);
    if (rows[0]?.ok === true) return;
    if (Date.now() > limit) throw new Error(`waited in vain for: ${sql}`);
    await sleep(50);
  }
}

/** Runs of a source, oldest first. */
export async function runsOf(pool: Pool, source: string): Promise<RunRow[]> {
  return (await pool.query<RunRow>('select * from write.run where source = $1 order by id', [source])).rows;
}

/**
 * Everything served, without versions: what two ways of arriving at the same state must agree on. A retired notice is
 * found by the values under which it was last served, if ever it was: they depend on the way.
 */
export async function served(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select id, statut, source, liste::jsonb - 'version' as liste, detail::jsonb - 'version' as detail,
       case when statut <> 'retire' then jsonb_build_array(closes_at, departements, acheteur_siret, cpv, type_marche,
         budget, date_limite, jour_limite, date_publication, completude, completude_propre, recherche::text) end as filters
     from read.avis order by id`,
  );
  return rows;
}
