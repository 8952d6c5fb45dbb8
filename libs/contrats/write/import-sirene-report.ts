import type { DataSource } from 'typeorm';
import type { StockSirene } from '../sirene/stocks.js';

/** What an import of SIRENE found; `write.import.bilan`. */
export interface BilanSirene {
  /** Companies looked for: those that we know. */
  cherchees: number;
  /** Companies of which the file has at least a row. */
  trouvees: number;
  /** Rows that we did not hold. */
  nouvelles: number;
  /** Companies of which something is new or changed: what is served of them is rendered again. */
  changees: number;
  /** Rows that may not be disclosed. */
  non_diffusibles: number;
  /** Rows that cannot be read. */
  illisibles: number;
}

export function emptyBilanSirene(): BilanSirene {
  return { cherchees: 0, trouvees: 0, nouvelles: 0, changees: 0, non_diffusibles: 0, illisibles: 0 };
}

/** The edition that was opened last, and whether it was read to its end. */
export async function lastReading(
  db: DataSource,
  stock: StockSirene,
  adresse: string,
): Promise<{ etat: string | null; complete: boolean }> {
  const [last] = await db.query<{ etat: string; complete: boolean }[]>(
    `select etat, outcome = 'succeeded' as complete from write.import
     where registre = $1 and fichier = $2 and etat is not null order by id desc limit 1`,
    [stock, adresse],
  );
  return last ?? { etat: null, complete: false };
}

/** Reports kept of each file. That one of them succeeded says that SIRENE is in use. */
const REPORTS_KEPT = 2_000;

/** Opens the report of one reading, and drops those that are too old. @returns its id. */
export async function openSireneReport(
  db: DataSource,
  { stock, adresse, etat, jobId }: { stock: StockSirene; adresse: string; etat: string | null; jobId: string | null },
): Promise<string> {
  await db.query(
    `delete from write.import where registre = $1 and id < (select max(id) from write.import where registre = $1 and outcome = 'succeeded')
       and id <= (select id from write.import where registre = $1 order by id desc offset $2 limit 1)`,
    [stock, REPORTS_KEPT],
  );
  const [row] = await db.query<{ id: string }[]>(
    'insert into write.import (registre, fichier, etat, job_id) values ($1, $2, $3, $4) returning id',
    [stock, adresse, etat, jobId],
  );
  if (row === undefined) throw new Error('write.import gave no id');
  return row.id;
}
