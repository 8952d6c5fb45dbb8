import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many award notices each department has of each source, kept as their number by source is: the first page of a
 * department counted up to a hundred thousand index entries.
 */
export class AttributionsByDepartement1795000560000 implements MigrationInterface {
  readonly name = 'AttributionsByDepartement1795000560000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.nombre_attributions_departement (
        departement text not null,
        source text not null,
        nombre bigint not null,
        primary key (departement, source)
      ) with (fillfactor = 50);
      comment on table read.nombre_attributions_departement is 'Rows of read.attribution by department and source; written by triggers of that table alone.';

      lock table read.attribution in share row exclusive mode;
      ${addCounts('select departement, source, 1 as sens from read.attribution')};

      create function write.empty_nombre_attributions_departement() returns trigger language plpgsql as $$
      begin
        delete from read.nombre_attributions_departement;
        return null;
      end $$;
      create trigger departements_truncate after truncate on read.attribution
        for each statement execute function write.empty_nombre_attributions_departement();
    `);
    for (const { operation, tables, changes } of COUNTED) {
      await runner.query(`
        create function write.count_attributions_departement_${operation}() returns trigger language plpgsql as $$
        begin
          -- The lock of write.count_attributions: one writer after the other from here to its commit.
          perform pg_advisory_xact_lock(7301950151);
          ${addCounts(changes)};
          return null;
        end $$;
        create trigger departements_${operation} after ${operation} on read.attribution referencing ${tables}
          for each statement execute function write.count_attributions_departement_${operation}();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const operation of ['truncate', ...COUNTED.map((one) => one.operation)]) {
      await runner.query(`drop trigger departements_${operation} on read.attribution`);
    }
    for (const { operation } of COUNTED) {
      await runner.query(`drop function write.count_attributions_departement_${operation}`);
    }
    await runner.query(`
      drop function write.empty_nombre_attributions_departement;
      drop table read.nombre_attributions_departement`);
  }
}

const ADDED = 'select departement, source, 1 as sens from ajoutees';
const REMOVED = 'select departement, source, -1 as sens from retirees';

/** What each kind of statement adds and removes. A change that moves no notice from one count to another writes nothing. */
const COUNTED = [
  { operation: 'insert', tables: 'new table as ajoutees', changes: ADDED },
  {
    operation: 'update',
    tables: 'new table as ajoutees old table as retirees',
    changes: `${ADDED} union all ${REMOVED}`,
  },
  { operation: 'delete', tables: 'old table as retirees', changes: REMOVED },
] as const;

/** @param changes query of award notices added (`sens` 1) and removed (-1). */
function addCounts(changes: string): string {
  return `insert into read.nombre_attributions_departement as c (departement, source, nombre)
          select r.departement, r.source, sum(r.sens)
          from (${changes}) r
          where r.departement is not null
          group by r.departement, r.source
          having sum(r.sens) <> 0
          on conflict (departement, source) do update set nombre = c.nombre + excluded.nombre`;
}
