import type { EntityManager } from 'typeorm';

/** What follows from the archive: rebuilt beside the facts in force, then put in their place. In the order of locks. */
export const REBUILT = ['avis', 'publication', 'attribution', 'rejection'] as const;

/** What follows from all the notices together: rebuilt whole, whichever sources are replayed, then put in place with the rest. */
export const MATCHED = ['match_notice', 'match_key', 'link', 'cluster'] as const;

/** Written by the same statements as the facts, for the replay's own use. */
const BESIDE = ['source', 'a_apparier', 'a_projeter', 'a_recalculer'] as const;

/**
 * Makes the schema of a replay: clones of the fact tables under the same names of columns, constraints and indexes, so
 * that nothing tells them from those of the migrations once they stand in their place; and the replay's own tables.
 * Short: foreign keys make writers of the archive wait until it commits.
 */
export async function createShadow(manager: EntityManager): Promise<void> {
  await manager.query(`set local lock_timeout = '15s'; create schema shadow`);
  for (const table of [...REBUILT, ...MATCHED, ...BESIDE]) await clone(manager, table);
  await manager.query(`
    create table shadow.replay (
      id uuid primary key default gen_random_uuid(),
      phase text not null default 'rebuilding' check (phase in ('rebuilding', 'compared', 'swapped')),
      sources text[] not null,
      since timestamptz,
      started_at timestamptz not null default clock_timestamp(),
      compared_at timestamptz,
      waiting integer not null default 0
    );
    comment on column shadow.replay.sources is 'Whose documents are normalised again; the facts of the others are copied.';
    comment on column shadow.replay.waiting is 'Notices compared while the worker had yet to publish what it holds.';

    create table shadow.progress (
      source text primary key,
      upto bigint not null,
      renormalised integer not null default 0,
      kept integer not null default 0
    );
    comment on column shadow.progress.upto is 'Last document of the archive that the rebuilt facts of this source hold.';

    create table shadow.difference (
      avis_id uuid primary key,
      source text not null,
      nature text not null check (nature in ('added', 'changed', 'gone', 'filters', 'failed')),
      fields jsonb not null default '{}'
    );
    comment on column shadow.difference.fields is 'Served fields that change: {field: [before, after]}, shortened texts.';

    create table shadow.kept (document_id bigint primary key, identifiant text not null);
    comment on table shadow.kept is 'Documents older than since whose stored publication is taken as it stands.';
  `);
}

export async function dropShadow(manager: EntityManager): Promise<void> {
  await manager.query('drop schema if exists shadow cascade');
}

export async function shadowExists(manager: Pick<EntityManager, 'query'>): Promise<boolean> {
  const [row] = await manager.query<{ there: boolean }[]>(`select to_regclass('shadow.replay') is not null as there`);
  return row?.there === true;
}

/** Columns that are given a value when a row is copied: not identities. */
export async function copiedColumns(manager: EntityManager, table: string): Promise<string> {
  const rows = await manager.query<{ name: string }[]>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     order by attnum`,
    [`write.${table}`],
  );
  return rows.map((row) => row.name).join(', ');
}

async function clone(manager: EntityManager, table: string): Promise<void> {
  const original = `write.${table}`;
  await manager.query(`create table shadow.${table} (like ${original} including all excluding indexes)`);
  // `including indexes` would give them new names, which later migrations would not find.
  const statements = await manager.query<{ sql: string }[]>(
    `select sql from (
       select 1 as step, format('alter table shadow.%I add constraint %I %s', $2::text, conname, pg_get_constraintdef(oid)) as sql
       from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x', 'f')
       union all
       select 2, replace(pg_get_indexdef(indexrelid), format(' ON write.%I ', $2::text), format(' ON shadow.%I ', $2::text))
       from pg_index i
       where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = i.indrelid)
       union all
       select 3, format('alter table shadow.%I set (%s)', $2::text, array_to_string(reloptions, ', '))
       from pg_class where oid = $1::regclass and reloptions is not null
       union all
       select 4, format('comment on table shadow.%I is %L', $2::text, obj_description($1::regclass, 'pg_class'))
     ) as statement order by step, sql`,
    [original, table],
  );
  for (const { sql } of statements) await manager.query(sql);
}
