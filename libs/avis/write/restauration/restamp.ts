import type { DataSource } from 'typeorm';

export interface RestampOptions {
  /** Notices of one transaction. */
  limit: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/**
 * Stamps the queued notices anew, batch by batch; stopped or killed, the next call goes on behind the last batch.
 * Workers and APIs may run meanwhile. @returns whether all are stamped.
 */
export async function restamp(db: DataSource, { limit, signal, onProgress }: RestampOptions): Promise<boolean> {
  while (!signal.aborted) {
    const [row] = await db.query<{ lot: string }[]>('select write.restamp_avis($1) as lot', [limit]);
    if (row === undefined || Number(row.lot) === 0) return true;
    const [state] = await db.query<{ retimbres: number; a_retimbrer: number }[]>(
      `select retimbres::float8 as retimbres, a_retimbrer::float8 as a_retimbrer
       from write.restauration order by id desc limit 1`,
    );
    if (state !== undefined) onProgress(state.retimbres, state.a_retimbrer);
  }
  return false;
}
