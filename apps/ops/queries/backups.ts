import type { DataSource } from 'typeorm';

/** A backup that succeeded. */
export interface Backup {
  terminee_le: Date;
  lieu: string;
  octets: number | null;
}

const COLUMNS = 'terminee_le, lieu, octets::float8 as octets';

export async function noteBackup(db: DataSource, lieu: string, octets: number | null): Promise<Backup> {
  const [row] = await db.query<Backup[]>(
    `insert into write.sauvegarde (lieu, octets) values ($1, $2) returning ${COLUMNS}`,
    [lieu, octets],
  );
  if (row === undefined) throw new Error('write.sauvegarde kept nothing');
  return row;
}

export function lastBackups(db: DataSource, limit: number): Promise<Backup[]> {
  return db.query<Backup[]>(`select ${COLUMNS} from write.sauvegarde order by terminee_le desc limit $1`, [limit]);
}
