import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices that their source no longer publishes, and those kept served until an operator has judged. */
export class Disparition1795000220000 implements MigrationInterface {
  readonly name = 'Disparition1795000220000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.disparition (
        avis_id uuid primary key,
        source text not null,
        absente_depuis timestamptz not null,
        inventaires integer not null default 1,
        retiree_le timestamptz,
        decidee boolean not null default false,
        ecartee_le timestamptz
      );
      create index disparition_by_source on write.disparition (source);
      comment on table write.disparition is 'Notices absent from what their source publishes as open. A fact, like the archive: replays obey it. The row goes when the source publishes the notice again.';
      comment on column write.disparition.inventaires is 'Inventories in a row without it.';
      comment on column write.disparition.retiree_le is 'Since when it is retired for it.';
      comment on column write.disparition.decidee is 'Retired by an operator''s word.';
      comment on column write.disparition.ecartee_le is 'An operator said that it is still published: its absence means nothing until an inventory shows it again.';

      create table write.disparition_retenue (
        source text primary key,
        depuis timestamptz not null,
        ouverts integer not null,
        absents integer not null
      );
      comment on table write.disparition_retenue is 'Sources of which too much would disappear at once: nothing is retired until an operator says so.';

      alter table write.decision drop constraint decision_verbe_check, add constraint decision_verbe_check
        check (verbe in ('couper', 'retablir', 'supprimer', 'confirmer_disparition', 'ecarter_disparition'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from write.decision where verbe in ('confirmer_disparition', 'ecarter_disparition');
      alter table write.decision drop constraint decision_verbe_check, add constraint decision_verbe_check
        check (verbe in ('couper', 'retablir', 'supprimer'));
      drop table write.disparition_retenue;
      drop table write.disparition;
    `);
  }
}
