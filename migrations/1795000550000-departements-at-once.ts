import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many open notices each department has, whatever their source, in the table of the counts by source: GET /departements
 * adds up a row a department, not one for each of its sources.
 */
export class DepartementsAtOnce1795000550000 implements MigrationInterface {
  readonly name = 'DepartementsAtOnce1795000550000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.nombre_avis alter column source drop not null;
      comment on column read.nombre_avis.source is 'Null: of all sources, by department.';
      lock table read.avis in share row exclusive mode;
      insert into read.nombre_avis (source, statut, departement, nombre)
      select null, statut, departement, sum(nombre) from read.nombre_avis
      where departement is not null group by statut, departement`);
    await follow(runner, addCountsAtOnce);
  }

  async down(runner: QueryRunner): Promise<void> {
    await follow(runner, addCounts);
    await runner.query(`
      delete from read.nombre_avis where source is null;
      alter table read.nombre_avis alter column source set not null`);
  }
}

async function follow(runner: QueryRunner, add: (changes: string) => string): Promise<void> {
  for (const { operation, changes } of COUNTED) {
    await runner.query(`
      create or replace function write.count_avis_${operation}() returns trigger language plpgsql as $$
      begin
        -- The lock of write.publish_avis, which already holds it: one writer after the other until its commit.
        perform pg_advisory_xact_lock(7301950145);
        ${add(changes)};
        return null;
      end $$`);
  }
}

const ADDED = 'select source, statut, departements, 1 as sens from ajoutes';
const REMOVED = 'select source, statut, departements, -1 as sens from retires';
const COUNTED = [
  { operation: 'insert', changes: ADDED },
  { operation: 'update', changes: `${ADDED} union all ${REMOVED}` },
  { operation: 'delete', changes: REMOVED },
] as const;

/** @param changes query of notices added (`sens` 1) and removed (-1). */
function addCountsAtOnce(changes: string): string {
  return added(
    changes,
    `group by grouping sets ((r.source, r.statut, d.departement), (r.statut, d.departement))
          having sum(r.sens) <> 0 and (grouping(r.source) = 0 or d.departement is not null)`,
  );
}

/** As 1795000470000 had it. */
function addCounts(changes: string): string {
  return added(changes, `group by r.source, r.statut, d.departement\n          having sum(r.sens) <> 0`);
}

function added(changes: string, grouped: string): string {
  return `insert into read.nombre_avis as c (source, statut, departement, nombre)
          select r.source, r.statut, d.departement, sum(r.sens)
          from (${changes}) r cross join lateral (
            select null union all select unnest(r.departements) where r.statut = 'ouvert'
          ) as d (departement)
          ${grouped}
          on conflict (source, statut, departement) do update set nombre = c.nombre + excluded.nombre`;
}
