import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every filter of GET /avis compares: an index that holds all of it answers without visiting the table. */
const FILTERS =
  'statut, closes_at, source, departements, cpv, type_marche, budget, jour_limite, completude, date_limite, date_publication, id';

/** What a search in a feed compares (libs/opportunites/read/feed.ts), words apart. */
const KEPT_IN_FEED = 'statut, closes_at, source, departements, cpv, budget, jour_limite';

/** Other columns than those of the index's own key, which may not be repeated. */
function filtersBut(...key: string[]): string {
  return FILTERS.split(', ')
    .filter((column) => !key.includes(column))
    .join(', ');
}

/**
 * The indexes of libs/avis/read: one for each order of the API, each carrying every filter, and one for words. Each
 * costs the writers an entry a version; without them a filter that keeps few notices reads the whole table.
 */
export class ReadIndexes1795000075000 implements MigrationInterface {
  readonly name = 'ReadIndexes1795000075000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index avis_ouvert_by_limite on read.avis (date_limite, id)
        include (${filtersBut('date_limite', 'id', 'statut')}) where statut = 'ouvert';
      create index avis_by_limite on read.avis (date_limite, id)
        include (${filtersBut('date_limite', 'id')}) where statut <> 'retire';
      create index avis_by_publication on read.avis (date_publication desc nulls last, id desc)
        include (${filtersBut('date_publication', 'id')}) where statut <> 'retire';
      alter table read.avis drop constraint avis_version_key;
      create unique index avis_by_version on read.avis (version) include (${FILTERS});
      -- Feeds come from elsewhere with ids of notices: one entry each tells whether it is kept, without its wide row.
      alter table read.avis drop constraint avis_pkey,
        add primary key (id) include (${KEPT_IN_FEED});
      create index avis_by_words on read.avis using gin (recherche) with (fastupdate = off);

      -- Pages must be known as all visible for an index to answer alone: vacuum long before a fifth has changed.
      alter table read.avis set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.avis reset (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor,
        autovacuum_vacuum_insert_scale_factor);
      drop index read.avis_by_words;
      alter table read.avis drop constraint avis_pkey, add primary key (id);
      drop index read.avis_by_version;
      alter table read.avis add constraint avis_version_key unique (version);
      drop index read.avis_by_publication;
      drop index read.avis_by_limite;
      drop index read.avis_ouvert_by_limite;
    `);
  }
}
