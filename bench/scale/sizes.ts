import pg from 'pg';

/** What the tables of one kind of record take. */
export interface Taken {
  what: string;
  /** Bytes of rows, long texts included, and of their indexes. */
  table: number;
  indexes: number;
  /** Rows of the kind's first table. */
  rows: number;
}

const KINDS: Record<string, string[]> = {
  notice: ['avis', 'avis_departement'],
  contract: ['contrat', 'contrat_titulaire'],
  contractor: ['prestataire', 'slug_prestataire'],
  buyer: ['acheteur'],
  'award notice': ['attribution'],
  'row of a feed': ['opportunite'],
};

/** Disk that each kind of record takes in the read tables. */
export async function readSizes(url: string): Promise<Taken[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all: Taken[] = [];
    for (const [what, tables] of Object.entries(KINDS)) {
      const { rows } = await client.query<{ table: string; indexes: string; rows: number }>(
        `select sum(pg_table_size(c.oid)) as table, sum(pg_indexes_size(c.oid)) as indexes,
           max(c.reltuples) filter (where c.relname = ($1::text[])[1])::int as rows
         from pg_class c where c.relnamespace = 'read'::regnamespace and c.relname = any($1::text[])`,
        [tables],
      );
      const [row] = rows;
      all.push({ what, table: Number(row?.table), indexes: Number(row?.indexes), rows: row?.rows ?? 0 });
    }
    return all;
  } finally {
    await client.end();
  }
}
