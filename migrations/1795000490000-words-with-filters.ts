import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What libs/avis/read compared until 1795000500000. */
const REPERES = 'array[source, type_marche, left(cpv, 2)]';

/**
 * The index of words holds the source, the kind and the CPV division besides: of the 40,000 notices of a word a source may
 * have 1,000, and each of the others was read from the table to be left out (200 ms at a million, most of it not in memory).
 * Open notices, which searches ask for by default, have such an index of their own: in that of all notices a word of one in
 * 25 led to 40,000 rows of a million, each visited to learn that it was closed (250 ms), and a department to thousands.
 */
export class WordsWithFilters1795000490000 implements MigrationInterface {
  readonly name = 'WordsWithFilters1795000490000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = `recherche, departements, (${REPERES})`;
    await runner.query(`
      create index avis_ouvert_by_words on read.avis using gin (${columns}) with (fastupdate = off)
        where statut = 'ouvert'`);
    await replaceIndex(runner, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.avis_ouvert_by_words');
    await replaceIndex(runner, 'recherche, departements');
  }
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building (8 s of a million) only writers. */
async function replaceIndex(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(`
    create index avis_by_words_next on read.avis using gin (${columns}) with (fastupdate = off);
    analyze read.avis;
    drop index read.avis_by_words;
    alter index read.avis_by_words_next rename to avis_by_words`);
}
