import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /avis compares, but for the index's own key and statut. */
const FILTERS =
  'closes_at, source, departements, cpv, type_marche, budget, jour_limite, completude, date_limite, date_publication, id';

/**
 * Open notices by version: the copy that a client makes first. Most of what was ever published is closed; in the index of
 * all versions the first page of that copy passed over years of it, and every page over what has closed since.
 */
export class OuvertByVersion1795000410000 implements MigrationInterface {
  readonly name = 'OuvertByVersion1795000410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index avis_ouvert_by_version on read.avis (version) include (${FILTERS}) where statut = 'ouvert'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.avis_ouvert_by_version');
  }
}
