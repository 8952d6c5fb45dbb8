import type { DataSource } from 'typeorm';

/** One collection run, as its report says (write.run). Instants are RFC 3339 texts. */
export interface Run {
  id: string;
  source: string;
  started_at: string;
  ended_at: string | null;
  /** Null while it runs. */
  outcome: 'succeeded' | 'failed' | 'interrupted' | null;
  reason: string | null;
  /** Documents that the source listed, and those that were new. */
  seen: number;
  added: number;
  faults: number;
  bytes: number;
  /** Of the new ones, those of an identifier that was known. */
  changed: number;
  /** Of the new ones, those that could not be normalised, by reason. */
  rejected: Record<string, number>;
  /** Share done, 0 to 1, where the source lets us know. */
  progress: number | null;
  /** Documents a second until now, or until the end. */
  per_second: number;
  /** Position reached, as its adapter writes it, without its lists. */
  reached: Record<string, unknown> | null;
  /** Where the source was read. */
  adresse: string | null;
}

const RFC3339 = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
const COLUMNS = `
  id::text, source,
  to_char(started_at at time zone 'UTC', ${RFC3339}) as started_at,
  to_char(ended_at at time zone 'UTC', ${RFC3339}) as ended_at,
  outcome, reason, seen, added, changed, jsonb_array_length(faults) as faults, bytes::float8 as bytes,
  round(progress::numeric, 3)::float8 as progress, reached, adresse,
  round(seen / greatest(extract(epoch from coalesce(ended_at, clock_timestamp()) - started_at), 0.001), 1)::float8 as per_second,
  (select coalesce(json_object_agg(reason, n), '{}') from (
     select rejection.reason, count(*) as n from write.rejection
     where rejection.source = run.source and document_id between run.first_document and run.last_document
     group by rejection.reason) as rejected) as rejected`;

/** Latest runs, newest first. @param source of one source; null for all. */
export function lastRuns(db: DataSource, source: string | null, limit: number): Promise<Run[]> {
  return db.query(
    `select ${COLUMNS} from write.run where $1::text is null or source = $1 order by run.id desc limit $2`,
    [source, limit],
  );
}

/** The run that a job of the queue made; null while there is none. @param after id of a run known to be older. */
export async function runOfJob(db: DataSource, jobId: string, source: string, after: string): Promise<Run | null> {
  const runs: Run[] = await db.query(
    `select ${COLUMNS} from write.run where job_id = $1 and source = $2 and id > $3 order by run.id desc limit 1`,
    [jobId, source, after],
  );
  return runs[0] ?? null;
}

/** The latest run of each source that has one. */
export function lastRunOfEach(db: DataSource): Promise<Run[]> {
  return db.query(
    `select ${COLUMNS} from (select distinct on (source) * from write.run order by source, id desc) as run`,
  );
}
