import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /avis compares, but for `statut`, `cpv` and `budget`. */
const FILTERS =
  'closes_at, source, departements, type_marche, jour_limite, completude, date_limite, date_publication, id';
/** libs/avis/read/reperes.ts compares the same expression. */
const REPERES = `array[source, type_marche, left(cpv, 2), 'c' || completude / 10,
  'b' || length(trunc(budget)::text), 'b' || length(trunc(budget)::text) || left(trunc(budget)::text, 1)]`;

/**
 * Budgets have an index that finds them: all open notices were looked at, 15 ms at a million. It and that of CPV codes begin
 * with the statut: a search of open notices looked at those of all years, eight times as many. The indexes of words hold
 * tens of completeness and first digits of budgets besides: of 41,000 notices of a word 20,000 were read from the table for those
 * that were complete (90 ms).
 */
export class FoundByBudget1795000500000 implements MigrationInterface {
  readonly name = 'FoundByBudget1795000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index avis_by_budget on read.avis (statut, budget) include (cpv, ${FILTERS})
        where statut <> 'retire' and budget is not null`);
    await replace(runner, `(statut, cpv text_pattern_ops) include (budget, ${FILTERS})`, REPERES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.avis_by_budget');
    await replace(
      runner,
      `(cpv text_pattern_ops) include (statut, budget, ${FILTERS})`,
      'array[source, type_marche, left(cpv, 2)]',
    );
  }
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building only writers. */
async function replace(runner: QueryRunner, cpv: string, reperes: string): Promise<void> {
  const words = `using gin (recherche, departements, (${reperes})) with (fastupdate = off)`;
  await runner.query(`
    create index avis_by_cpv_next on read.avis ${cpv} where statut <> 'retire';
    create index avis_by_words_next on read.avis ${words};
    create index avis_ouvert_by_words_next on read.avis ${words} where statut = 'ouvert';
    analyze read.avis;
    drop index read.avis_by_cpv, read.avis_by_words, read.avis_ouvert_by_words;
    alter index read.avis_by_cpv_next rename to avis_by_cpv;
    alter index read.avis_by_words_next rename to avis_by_words;
    alter index read.avis_ouvert_by_words_next rename to avis_ouvert_by_words`);
}
