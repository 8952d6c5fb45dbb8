import type { Pool } from 'pg';

/** Where the first load stands. */
export interface LoadState {
  /** The first load is under way: nothing is served yet. */
  loading: boolean;
  documents: number;
  /** Documents that are normalised or rejected. */
  treated: number;
  /** Notices ready to be served. */
  avis: number;
  /** Last run of each source that has one. */
  runs: SourceRun[];
}

export interface SourceRun {
  source: string;
  /** `succeeded`, `failed`, `interrupted`; null while it runs. */
  outcome: string | null;
  reason: string | null;
}

const STATE = `
  select
    (select loading from read.state) as loading,
    (select count(*)::int from write.document) as documents,
    (select count(*)::int from write.a_normaliser) as waiting,
    (select count(*)::int from read.avis) as avis`;
const RUNS = `
  select source, outcome, reason
  from (select distinct on (source) * from write.run order by source, id desc) as last
  order by source`;

export async function loadState(pool: Pool): Promise<LoadState> {
  const state = await pool.query<{ loading: boolean; documents: number; waiting: number; avis: number }>(STATE);
  const runs = await pool.query<SourceRun>(RUNS);
  const row = state.rows[0];
  if (!row) throw new Error('read.state has no row: the database was not made by the migrations.');
  return {
    loading: row.loading,
    documents: row.documents,
    treated: row.documents - row.waiting,
    avis: row.avis,
    runs: runs.rows,
  };
}

/** Whether no source could be read at its first try: the worker goes on trying. */
export function isInVain({ loading, documents, runs }: LoadState, sources: number): boolean {
  return loading && documents === 0 && runs.length >= sources && runs.every((run) => run.outcome === 'failed');
}

/** `1,240 of 2,000 publications read, 812 notices`. @param expected what the simulated feeds hold; null where nobody knows. */
export function describeLoad(state: LoadState, expected: number | null): string {
  const treated = count(state.treated);
  const known = expected === null || state.treated > expected ? treated : `${treated} of ${count(expected)}`;
  return `${known} publications read, ${count(state.avis)} notices`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
