import type { DataSource } from 'typeorm';

/** What operators decided of sources: cut, restored, disappearances. */
export interface SourceDecision {
  verbe: string;
  source: string;
  motif: string | null;
  decide_le: string;
}

export function lastSourceDecisions(db: DataSource): Promise<SourceDecision[]> {
  return db.query(
    `select verbe, source, motif, to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as decide_le
     from write.decision where source is not null order by id desc limit 20`,
  );
}
