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
  /** Sources that are collected: they have an address and are not paused. */
  sources: number;
  /** Of which have said once what they have. */
  collected: number;
  /** Contracts that the registers have told of. */
  contrats: number;
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
  with planned as (
    select e.source from write.source_environment e left join write.reglage r on r.source = e.source
    where coalesce(r.adresse, e.adresse) is not null and coalesce(r.sans_adresse or r.en_pause, false) is false
  )
  select
    (select loading from read.state) as loading,
    (select count(*)::int from write.document) as documents,
    (select count(*)::int from write.a_normaliser) as waiting,
    (select count(*)::int from read.avis) as avis,
    (select count(*)::int from write.contrat) as contrats,
    (select count(*)::int from planned) as sources,
    (select count(*)::int from planned
     where exists (select from write.run where source = planned.source and outcome = 'succeeded')) as collected`;
const RUNS = `
  select source, outcome, reason
  from (select distinct on (source) * from write.run order by source, id desc) as last
  order by source`;

export async function loadState(pool: Pool): Promise<LoadState> {
  const answer = await pool.query<Omit<LoadState, 'treated' | 'runs'> & { waiting: number }>(STATE);
  const runs = await pool.query<SourceRun>(RUNS);
  const row = answer.rows[0];
  if (!row) throw new Error('read.state has no row: the database was not made by the migrations.');
  const { waiting, ...state } = row;
  return { ...state, treated: state.documents - waiting, runs: runs.rows };
}

/** Whether no source could be read at its first try: the worker goes on trying. */
export function isInVain({ loading, documents, sources, runs }: LoadState): boolean {
  return (
    loading && documents === 0 && sources > 0 && runs.length >= sources && runs.every((run) => run.outcome === 'failed')
  );
}

/** `16 of 18 sources, 1,240 of 2,000 publications read, 812 notices`: of those collected so far, since nobody knows how many come. */
export function describeLoad(state: LoadState): string {
  const read = `${count(state.treated)} of ${count(state.documents)} publications read`;
  return `${state.collected} of ${state.sources} sources, ${read}, ${count(state.avis)} notices`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
