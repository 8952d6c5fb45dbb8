import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words and departments of the open notices, which searches ask for by default. In the index of all notices a word of one
 * in 25 led to 40,000 rows of a million, each visited to learn that it was closed: 250 ms; a department to thousands.
 */
export class OuvertByWords1795000480000 implements MigrationInterface {
  readonly name = 'OuvertByWords1795000480000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index avis_ouvert_by_words on read.avis using gin (recherche, departements) with (fastupdate = off)
        where statut = 'ouvert'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.avis_ouvert_by_words');
  }
}
