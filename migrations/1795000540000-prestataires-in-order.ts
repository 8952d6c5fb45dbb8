import type { MigrationInterface, QueryRunner } from 'typeorm';

const FILTERS = ['departement', 'division_cpv', 'taille'];
const INDEXES = [
  { name: 'prestataire_by_departement', column: 'departement' },
  { name: 'prestataire_by_division', column: 'division_cpv' },
  { name: 'prestataire_by_taille', column: 'taille' },
];
/** The order by default, with what the other order compares. */
const NOW = { order: ', nombre_contrats desc, siren', more: ['montant_median'] };
const BEFORE = { order: '', more: ['nombre_contrats', 'montant_median', 'siren'] };

/**
 * The contractors of a department, a CPV division or a size in their order: a page passes over no other, and a thousand
 * count for its total where 5,001 did, to know whether they could be sorted.
 */
export class PrestatairesInOrder1795000540000 implements MigrationInterface {
  readonly name = 'PrestatairesInOrder1795000540000';

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, NOW);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, BEFORE);
  }
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building only writers. */
async function replace(runner: QueryRunner, { order, more }: typeof NOW): Promise<void> {
  for (const { name, column } of INDEXES) {
    const others = [...FILTERS.filter((one) => one !== column), ...more];
    await runner.query(`
      create index ${name}_next on read.prestataire (${column}${order}) include (${others.join(', ')})
        where ${column} is not null`);
  }
  await runner.query(`drop index ${INDEXES.map(({ name }) => `read.${name}`).join(', ')}`);
  for (const { name } of INDEXES) await runner.query(`alter index read.${name}_next rename to ${name}`);
}
