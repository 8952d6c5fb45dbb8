import type { DataSource } from 'typeorm';

/** One import of one file of a register, as `write.import` reports it. */
export interface ImportRow {
  id: string;
  registre: string;
  fichier: string;
  started_at: Date;
  ended_at: Date | null;
  /** `succeeded`, `failed`, `interrupted`; null while it runs, or when its process was killed. */
  outcome: 'succeeded' | 'failed' | 'interrupted' | null;
  reason: string | null;
  /** Records read. */
  lus: number;
  /** Bytes taken. */
  octets: number;
  bilan: Record<string, unknown>;
}

/** The last imports, newest first. @param registre null for all. */
export async function lastImports(db: DataSource, registre: string | null, limit: number): Promise<ImportRow[]> {
  return db.query(
    `select id::text, registre, fichier, started_at, ended_at, outcome, reason, lus::float as lus, octets::float as octets, bilan
     from write.import where $1::text is null or registre = $1 order by id desc limit $2`,
    [registre, limit],
  );
}
