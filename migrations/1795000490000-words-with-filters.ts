import type { MigrationInterface, QueryRunner } from 'typeorm';

/** libs/avis/read/conditions.ts compares the same expression. */
const REPERES = 'array[source, type_marche, left(cpv, 2)]';

/**
 * The indexes of words hold the source, the kind and the CPV division besides: of the 40,000 notices of a word a source may
 * have 1,000, and each of the others was read from the table to be left out (200 ms at a million, most of it not in memory).
 */
export class WordsWithFilters1795000490000 implements MigrationInterface {
  readonly name = 'WordsWithFilters1795000490000';

  async up(runner: QueryRunner): Promise<void> {
    await index(runner, `recherche, departements, (${REPERES})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await index(runner, 'recherche, departements');
  }
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building (8 s of a million) only writers. */
async function index(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query(`
    create index avis_by_words_next on read.avis using gin (${columns}) with (fastupdate = off);
    create index avis_ouvert_by_words_next on read.avis using gin (${columns}) with (fastupdate = off)
      where statut = 'ouvert';
    analyze read.avis;
    drop index read.avis_by_words, read.avis_ouvert_by_words;
    alter index read.avis_by_words_next rename to avis_by_words;
    alter index read.avis_ouvert_by_words_next rename to avis_ouvert_by_words`);
}
