import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /avis compares. */
const FILTERS =
  'statut, closes_at, source, departements, cpv, type_marche, budget, jour_limite, completude, date_limite, date_publication, id';
const DIVISION = 'left(cpv, 2)';

const INDEXES = [
  { name: 'avis_ouvert_by_division', key: `${DIVISION}, date_limite, id`, where: "statut = 'ouvert'" },
  {
    name: 'avis_by_division',
    key: `${DIVISION}, date_publication desc nulls last, id desc`,
    where: "statut <> 'retire'",
  },
  { name: 'avis_ouvert_by_source', key: 'source, date_limite, id', where: "statut = 'ouvert'" },
  {
    name: 'avis_by_source_and_publication',
    key: 'source, date_publication desc nulls last, id desc',
    where: "statut <> 'retire'",
  },
];

/**
 * The notices of each CPV division and of each source, in the order that they are asked in by default: a page of
 * them, or of a code within the division, passes over no other, and the thousand that the total asks for need no second query.
 */
export class AvisByDivisionAndSource1795000530000 implements MigrationInterface {
  readonly name = 'AvisByDivisionAndSource1795000530000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, key, where } of INDEXES) {
      await runner.query(
        `create index ${name} on read.avis (${key}) include (${othersThan(key, where)}) where ${where}`,
      );
    }
    // Of an expression nothing is known until then.
    await runner.query('analyze read.avis');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${INDEXES.map(({ name }) => `read.${name}`).join(', ')}`);
  }
}

/** Every other column that filters compare: the index answers alone. `cpv` besides its beginning. */
function othersThan(key: string, where: string): string {
  const columns = key.replace(DIVISION, '').split(/[ ,]+/);
  return FILTERS.split(', ')
    .filter((column) => !columns.includes(column) && !where.startsWith(`${column} =`))
    .join(', ');
}
