import type pg from 'pg';

/** What is known of each source's collection; a source never collected has no row. */
export const SOURCE_STATES_QUERY = `select s.code, s.coupee, s.completude_moyenne::float8 as completude_moyenne,
  to_char(s.derniere_publication, 'YYYY-MM-DD') as derniere_publication,
  to_char(s.derniere_collecte at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_collecte,
  case when s.due_at < now() then ceil(extract(epoch from now() - s.due_at) / 60)::int end as retard_minutes
from read.source s`;

export interface SourceState {
  code: string;
  coupee: boolean;
  completude_moyenne: number | null;
  /** YYYY-MM-DD. */
  derniere_publication: string | null;
  /** RFC 3339, UTC, to the second. */
  derniere_collecte: string | null;
  /** Minutes past the source's own cadence; null while on time. */
  retard_minutes: number | null;
}

export async function sourceStates(pool: pg.Pool): Promise<Map<string, SourceState>> {
  const { rows } = await pool.query<SourceState>({ name: 'source-states', text: SOURCE_STATES_QUERY });
  return new Map(rows.map((row) => [row.code, row]));
}
