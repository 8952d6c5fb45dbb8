import type pg from 'pg';

/**
 * Runs `fill` without the indexes of these tables, then builds each as it was defined: several times faster for a million
 * rows. What constraints stand on is kept meanwhile, and built anew at the end like the others.
 *
 * @param tables with their schema.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string; constraint: boolean }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
       exists (select from pg_constraint c where c.conindid = i.indexrelid) as constraint
     from pg_index i where i.indrelid = any($1::regclass[]) order by i.indexrelid`,
    [tables],
  );
  for (const { name, constraint } of indexes) if (!constraint) await client.query(`drop index ${name}`);
  await fill();
  for (const { name, constraint, definition } of indexes)
    await client.query(constraint ? `reindex index ${name}` : definition);
}
