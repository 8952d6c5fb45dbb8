import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /avis compares. */
const FILTERS =
  'statut, closes_at, source, departements, cpv, type_marche, budget, jour_limite, completude, date_limite, date_publication, id';
/** What libs/avis/read/reperes.ts compared until 1795000510000. */
const REPERES = `array[source, type_marche, left(cpv, 2), 'c' || completude / 10,
  'b' || length(trunc(budget)::text), 'b' || length(trunc(budget)::text) || left(trunc(budget)::text, 1)]`;

const OUVERT = "statut = 'ouvert'";
const SERVED = "statut <> 'retire'";
const BY_LIMITE = 'date_limite, id';
const BY_PUBLICATION = 'date_publication desc nulls last, id desc';
const REPERES_BEFORE = 'array[source, type_marche, left(cpv, 2)]';

/** The indexes that change: what they were, and what they are. */
const CHANGED = [
  { name: 'avis_ouvert_by_limite', before: ordered(BY_LIMITE, OUVERT), now: told(BY_LIMITE, OUVERT) },
  { name: 'avis_by_limite', before: ordered(BY_LIMITE, SERVED), now: told(BY_LIMITE, SERVED) },
  { name: 'avis_by_publication', before: ordered(BY_PUBLICATION, SERVED), now: told(BY_PUBLICATION, SERVED) },
  {
    name: 'avis_by_cpv',
    before: ordered('cpv text_pattern_ops', SERVED),
    now: told('statut, cpv text_pattern_ops', SERVED),
  },
  { name: 'avis_by_words', before: words(REPERES_BEFORE), now: words(REPERES) },
  {
    name: 'avis_ouvert_by_words',
    before: `${words(REPERES_BEFORE)} where ${OUVERT}`,
    now: `${words(REPERES)} where ${OUVERT}`,
  },
] as const;

/**
 * Budgets have an index that finds them: all open notices were looked at, 15 ms at a million. It and that of CPV codes begin
 * with the statut: a search of open notices looked at those of all years, eight times as many. The indexes of orders and
 * values hold the version: a walk that sorts what they find visited each in the table. The indexes of words hold tens of
 * completeness and first digits of budgets besides: of 41,000 notices of a word 20,000 were read from the table for those
 * that were complete (90 ms).
 */
export class FiltersInIndexes1795000500000 implements MigrationInterface {
  readonly name = 'FiltersInIndexes1795000500000';

  async up(runner: QueryRunner): Promise<void> {
    const budgets = told('statut, budget', `${SERVED} and budget is not null`);
    await runner.query(`create index avis_by_budget on read.avis ${budgets}`);
    await replace(runner, 'now');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.avis_by_budget');
    await replace(runner, 'before');
  }
}

/** An index of this key that holds all other filters. */
function ordered(key: string, where: string, more: readonly string[] = []): string {
  const others = FILTERS.split(', ').filter(
    (column) => !key.split(/[ ,]+/).includes(column) && !where.startsWith(`${column} =`),
  );
  return `(${key}) include (${[...others, ...more].join(', ')}) where ${where}`;
}

/** And the version. */
function told(key: string, where: string): string {
  return ordered(key, where, ['version']);
}

function words(reperes: string): string {
  return `using gin (recherche, departements, (${reperes})) with (fastupdate = off)`;
}

/** Dropping what is replaced comes last: it keeps readers waiting until the commit, building only writers. */
async function replace(runner: QueryRunner, which: 'before' | 'now'): Promise<void> {
  for (const { name, ...index } of CHANGED)
    await runner.query(`create index ${name}_next on read.avis ${index[which]}`);
  await runner.query('analyze read.avis');
  await runner.query(`drop index ${CHANGED.map(({ name }) => `read.${name}`).join(', ')}`);
  for (const { name } of CHANGED) await runner.query(`alter index read.${name}_next rename to ${name}`);
}
