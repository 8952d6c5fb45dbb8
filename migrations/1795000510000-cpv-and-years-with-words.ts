import type { MigrationInterface, QueryRunner } from 'typeorm';

/** libs/avis/read/reperes.ts compares the same expression. */
const REPERES = `array[source, type_marche, left(cpv, 2), left(cpv, 3), left(cpv, 4), left(cpv, 5), cpv,
  'c' || completude / 10, 'b' || length(trunc(budget)::text),
  'b' || length(trunc(budget)::text) || left(trunc(budget)::text, 1), 'y' || extract(year from date_publication)]`;
/** That of 1795000500000. */
const REPERES_BEFORE = `array[source, type_marche, left(cpv, 2), 'c' || completude / 10,
  'b' || length(trunc(budget)::text), 'b' || length(trunc(budget)::text) || left(trunc(budget)::text, 1)]`;

/**
 * The indexes of words hold the whole CPV code, its levels and the year of publication besides: of a department and a code
 * all notices of the department in the code's division were looked at, and of a department since last year either its
 * notices of all years or those of all departments since then (115 ms at a million).
 */
export class CpvAndYearsWithWords1795000510000 implements MigrationInterface {
  readonly name = 'CpvAndYearsWithWords1795000510000';

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, REPERES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, REPERES_BEFORE);
  }
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building only writers. */
async function replace(runner: QueryRunner, reperes: string): Promise<void> {
  const words = `using gin (recherche, departements, (${reperes})) with (fastupdate = off)`;
  await runner.query(`
    create index avis_by_words_next on read.avis ${words};
    create index avis_ouvert_by_words_next on read.avis ${words} where statut = 'ouvert';
    analyze read.avis;
    drop index read.avis_by_words, read.avis_ouvert_by_words;
    alter index read.avis_by_words_next rename to avis_by_words;
    alter index read.avis_ouvert_by_words_next rename to avis_ouvert_by_words`);
}
