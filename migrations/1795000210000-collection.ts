import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How each source is collected: what operators set, how it fares, and what a run's report says. */
export class Collection1795000210000 implements MigrationInterface {
  readonly name = 'Collection1795000210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.reglage (
        source text primary key,
        adresse text,
        sans_adresse boolean not null default false,
        cadence_secondes integer check (cadence_secondes > 0),
        en_pause boolean not null default false,
        regle_le timestamptz not null default clock_timestamp(),
        check (adresse is null or not sans_adresse)
      );
      comment on table write.reglage is 'What ops source regler set; null leaves it to the environment.';

      create table write.source_environment (
        source text primary key,
        adresse text,
        cadence_secondes integer not null,
        told_at timestamptz not null default clock_timestamp()
      );
      comment on table write.source_environment is 'What the environment of the workers says, told by the last one that started: operators need not have the same.';

      create table write.source_health (
        source text primary key,
        failures integer not null default 0,
        opened_at timestamptz,
        retry_at timestamptz,
        silent_since timestamptz
      );
      comment on column write.source_health.failures is 'Runs that failed in a row.';
      comment on column write.source_health.opened_at is 'Since when the circuit is open: the source is left alone until retry_at.';
      comment on column write.source_health.silent_since is 'Since when the log says that the source is late.';

      alter table write.run
        add adresse text,
        add progress real,
        add changed integer not null default 0,
        add reached jsonb,
        add first_document bigint,
        add last_document bigint;
      comment on column write.run.adresse is 'Where the source was read. A position means nothing at another address.';
      comment on column write.run.progress is 'Share done, 0 to 1, where the source lets us know.';
      comment on column write.run.changed is 'Of the new documents, those of an identifier that was known.';
      comment on column write.run.reached is 'Position reached, without its lists.';
      comment on column write.run.first_document is 'The new documents lie between these ids, with those of other sources.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table write.run drop adresse, drop progress, drop changed, drop reached, drop first_document, drop last_document;
      drop table write.source_health;
      drop table write.source_environment;
      drop table write.reglage;
    `);
  }
}
