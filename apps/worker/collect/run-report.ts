import type { DataSource } from 'typeorm';
import type { CollectFault, Position } from '#sources/adapter';

/** Faults written out; the others are counted. */
const FAULTS_KEPT = 200;
/** Reports kept of each source: three months at one run every half hour. */
const RUNS_KEPT = 5000;

export interface RunCounts {
  /** Documents that the source gave. */
  seen: number;
  /** Of which were new. */
  added: number;
  /** Of which under an identifier that was known. */
  changed: number;
  /** Raw size of the new ones. */
  bytes: number;
  faults: CollectFault[];
  /** Share done, 0 to 1; null where the source does not let us know. */
  progress: number | null;
  position: Position | null;
  /** Ids of the first and the last of the new documents. */
  first: string | null;
  last: string | null;
}

export const NOTHING_YET: Omit<RunCounts, 'faults'> = {
  seen: 0,
  added: 0,
  changed: 0,
  bytes: 0,
  progress: null,
  position: null,
  first: null,
  last: null,
};

export type RunOutcome = 'succeeded' | 'failed' | 'interrupted';

/** Opens the report of a run, and drops reports that are too old. @param adresse where the source is read. @returns its id. */
export async function openRun(db: DataSource, source: string, jobId: string | null, adresse: string): Promise<string> {
  await db.query(
    `delete from write.run where source = $1
       and id <= (select id from write.run where source = $1 order by id desc offset $2 limit 1)`,
    [source, RUNS_KEPT],
  );
  const [row] = await db.query<{ id: string }[]>(
    'insert into write.run (source, job_id, adresse) values ($1, $2, $3) returning id',
    [source, jobId, adresse],
  );
  if (row === undefined) throw new Error('write.run gave no id');
  return row.id;
}

/** Where the run that left the source's position read it; null when none says. The caller holds the source's run lock. */
export async function lastAdresse(db: DataSource, source: string): Promise<string | null> {
  const [row] = await db.query<{ adresse: string | null }[]>(
    'select adresse from write.run where source = $1 and reached is not null order by id desc limit 1',
    [source],
  );
  return row?.adresse ?? null;
}

/** Writes how far a run has come, so that a kill leaves its figures. */
export async function reportProgress(db: DataSource, id: string, counts: RunCounts): Promise<void> {
  await db.query(
    `update write.run set seen = $2, added = $3, bytes = $4, faults = $5, changed = $6, progress = $7, reached = $8,
       first_document = $9, last_document = $10 where id = $1`,
    [
      id,
      counts.seen,
      counts.added,
      counts.bytes,
      JSON.stringify(written(counts.faults)),
      counts.changed,
      counts.progress,
      reached(counts.position),
      counts.first,
      counts.last,
    ],
  );
}

/** A position without its lists: TED's holds thousands of numbers, and reports are kept for months. */
function reached(position: Position | null): string | null {
  if (position === null) return null;
  return JSON.stringify(Object.fromEntries(Object.entries(position).filter(([, value]) => typeof value !== 'object')));
}

/** Closes the report. @param reason for the operator; null when the run succeeded. */
export async function closeRun(
  db: DataSource,
  id: string,
  counts: RunCounts,
  outcome: RunOutcome,
  reason: string | null,
): Promise<void> {
  await reportProgress(db, id, counts);
  await db.query('update write.run set ended_at = clock_timestamp(), outcome = $2, reason = $3 where id = $1', [
    id,
    outcome,
    reason,
  ]);
}

/** Closes the reports that a worker which was killed, or lost its database, left open. The caller holds the source's run lock. @returns how many. */
export async function closeInterrupted(db: DataSource, source: string): Promise<number> {
  const [rows] = await db.query<[unknown[], number]>(
    `update write.run set ended_at = clock_timestamp(), outcome = 'interrupted', reason = 'cut off: the worker was killed or lost its database'
     where source = $1 and outcome is null returning id`,
    [source],
  );
  return rows.length;
}

function written(faults: readonly CollectFault[]): CollectFault[] {
  const kept = faults.slice(0, FAULTS_KEPT);
  const rest = faults.length - kept.length;
  return rest === 0 ? kept : [...kept, { identifiant: null, url: '', reason: `and ${rest} more` }];
}
