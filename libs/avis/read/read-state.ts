import type pg from 'pg';

/** Whether the first load is under way, which sources are cut, and the database's own time. */
export const READ_STATE_QUERY = `select s.loading,
  coalesce((select array_agg(c.code) from read.source c where c.coupee), '{}') as cut,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now,
  to_char(s.last_projection at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_projection
from read.state s where s.one`;

export interface ReadState {
  /** First load under way: versions are stamped in the past and nothing may be served. */
  loading: boolean;
  /** Codes of the sources that the operator cut. */
  cut: string[];
  /** Time of the database, 27 characters. */
  now: string;
  derniere_projection: string | null;
}

export async function readState(pool: pg.Pool): Promise<ReadState> {
  const { rows } = await pool.query<ReadState>({ name: 'read-state', text: READ_STATE_QUERY });
  const [state] = rows;
  if (state === undefined) throw new Error('read.state has no row: run the migrations again');
  return state;
}
