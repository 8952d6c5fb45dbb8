import type { DataSource } from 'typeorm';

export interface ServiceState {
  /** The first load is under way: nothing is served yet. */
  loading: boolean;
  /** Open notices served. */
  ouverts: number;
  /** Seconds since served rows were last written; null when none ever were. */
  projection_age: number | null;
}

export async function serviceState(db: DataSource): Promise<ServiceState> {
  const [row] = await db.query<ServiceState[]>(
    `select s.loading,
       (select count(*)::int from read.avis where statut = 'ouvert') as ouverts,
       extract(epoch from now() - s.last_projection)::float8 as projection_age
     from read.state s`,
  );
  if (row === undefined) throw new Error('read.state has no row');
  return row;
}

/** Completeness of what each source itself publishes, 0 to 100. */
export async function completudes(db: DataSource): Promise<Map<string, number | null>> {
  const rows = await db.query<{ code: string; completude: number | null }[]>(
    'select code, completude_moyenne::float8 as completude from read.source',
  );
  return new Map(rows.map(({ code, completude }) => [code, completude]));
}
