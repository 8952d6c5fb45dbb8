import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many notices each source has in each statut, and of the open ones how many in each department, kept by the database
 * itself: the totals of whole walks, GET /departements and GET /sources. Counting a million notices for them took 80 ms of
 * processor, and grew with the archive.
 */
export class AvisCounts1795000470000 implements MigrationInterface {
  readonly name = 'AvisCounts1795000470000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.nombre_avis (
        source text not null,
        statut text not null,
        departement text,
        nombre bigint not null,
        unique nulls not distinct (source, statut, departement)
      ) with (fillfactor = 50);
      comment on table read.nombre_avis is 'Rows of read.avis by source and statut; written by triggers of that table alone.';
      comment on column read.nombre_avis.departement is 'Null: wherever they are. Otherwise open notices only, one that names several counted in each.';
      comment on column read.nombre_avis.nombre is 'By the column statut: open ones whose deadline has passed are among them until they are closed.';

      create function write.empty_nombre_avis() returns trigger language plpgsql as $$
      begin
        delete from read.nombre_avis;
        return null;
      end $$;
      create trigger counted_truncate after truncate on read.avis
        for each statement execute function write.empty_nombre_avis();

      lock table read.avis in share row exclusive mode;
      ${addCounts('select source, statut, departements, 1 as sens from read.avis')};
    `);
    for (const { operation, tables, changes } of COUNTED) {
      await runner.query(`
        create function write.count_avis_${operation}() returns trigger language plpgsql as $$
        begin
          -- The lock of write.publish_avis, which already holds it: one writer after the other until its commit.
          perform pg_advisory_xact_lock(7301950145);
          ${addCounts(changes)};
          return null;
        end $$;
        create trigger counted_${operation} after ${operation} on read.avis referencing ${tables}
          for each statement execute function write.count_avis_${operation}();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const operation of ['truncate', ...COUNTED.map((one) => one.operation)]) {
      await runner.query(`drop trigger counted_${operation} on read.avis`);
    }
    for (const { operation } of COUNTED) await runner.query(`drop function write.count_avis_${operation}`);
    await runner.query('drop function write.empty_nombre_avis; drop table read.nombre_avis');
  }
}

const ADDED = 'select source, statut, departements, 1 as sens from ajoutes';
const REMOVED = 'select source, statut, departements, -1 as sens from retires';

/** What each kind of statement adds and removes. A change that moves no notice from one count to another writes nothing. */
const COUNTED = [
  { operation: 'insert', tables: 'new table as ajoutes', changes: ADDED },
  {
    operation: 'update',
    tables: 'new table as ajoutes old table as retires',
    changes: `${ADDED} union all ${REMOVED}`,
  },
  { operation: 'delete', tables: 'old table as retires', changes: REMOVED },
] as const;

/** @param changes query of notices added (`sens` 1) and removed (-1). */
function addCounts(changes: string): string {
  return `insert into read.nombre_avis as c (source, statut, departement, nombre)
          select r.source, r.statut, d.departement, sum(r.sens)
          from (${changes}) r cross join lateral (
            select null union all select unnest(r.departements) where r.statut = 'ouvert'
          ) as d (departement)
          group by r.source, r.statut, d.departement
          having sum(r.sens) <> 0
          on conflict (source, statut, departement) do update set nombre = c.nombre + excluded.nombre`;
}
