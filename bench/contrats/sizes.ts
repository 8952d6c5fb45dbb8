import type pg from 'pg';

/** Bytes a contract of each table and index. */
export async function reportSizes(pool: pg.Pool, contrats: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select c.relname as name, pg_table_size(c.oid)::text as bytes from pg_class c
     where c.relnamespace = 'read'::regnamespace and c.relkind in ('r', 'i')
       and (c.relname like 'contrat%' or c.relname like 'prestataire%')
     order by c.relkind desc, c.relname`,
  );
  console.log('| table or index | MB | bytes a contract |\n|---|---|---|');
  for (const { name, bytes } of rows) {
    console.log(`| ${name} | ${(Number(bytes) / 1e6).toFixed(0)} | ${(Number(bytes) / contrats).toFixed(0)} |`);
  }
  const total = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  console.log(`| **all** | ${(total / 1e6).toFixed(0)} | ${(total / contrats).toFixed(0)} |\n`);
}
