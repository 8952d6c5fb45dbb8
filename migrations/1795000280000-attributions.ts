import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /attributions compares, and its order: an index that holds all of it answers without visiting the table. */
const FILTERS = ['date_publication', 'id', 'source', 'acheteur_siret', 'departement', 'cpv'];

/** Other columns than those of the index's own key, which may not be repeated. */
function filtersBut(...key: string[]): string {
  return FILTERS.filter((column) => !key.includes(column)).join(', ');
}

const ORDER = 'date_publication desc, id desc';

/**
 * Award notices by each filter of libs/avis/read/attributions in their one order, so that a page costs the same however
 * deep it is. CPV codes by their first 2 and 5 digits: what a prefix of another length leaves out is passed over inside the
 * index.
 * Also how many open notices a buyer has.
 */
export class Attributions1795000280000 implements MigrationInterface {
  readonly name = 'Attributions1795000280000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index attribution_by_publication on read.attribution (${ORDER})
        include (${filtersBut('date_publication', 'id')});
      create index attribution_by_acheteur on read.attribution (acheteur_siret, ${ORDER})
        include (${filtersBut('date_publication', 'id', 'acheteur_siret')}) where acheteur_siret is not null;
      create index attribution_by_departement on read.attribution (departement, ${ORDER})
        include (${filtersBut('date_publication', 'id', 'departement')}) where departement is not null;
      create index attribution_by_cpv_2 on read.attribution (left(cpv, 2), ${ORDER})
        include (${filtersBut('date_publication', 'id')});
      create index attribution_by_cpv_5 on read.attribution (left(cpv, 5), ${ORDER})
        include (${filtersBut('date_publication', 'id')});

      -- Counts the open ones of a buyer, and tells whether any notice names it.
      create index avis_by_acheteur on read.avis (acheteur_siret, statut) include (closes_at, source)
        where acheteur_siret is not null;

      -- Pages must be known as all visible for an index to answer alone: vacuum long before a fifth has changed.
      alter table read.attribution set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.attribution reset (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor,
        autovacuum_vacuum_insert_scale_factor);
      drop index read.avis_by_acheteur, read.attribution_by_cpv_5, read.attribution_by_cpv_2,
        read.attribution_by_departement, read.attribution_by_acheteur, read.attribution_by_publication;
    `);
  }
}
