import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evaluations under way or put off, and what the models were asked each day. */
export class Verdicts1795000310000 implements MigrationInterface {
  readonly name = 'Verdicts1795000310000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.evaluation (
        compte_id uuid not null,
        avis_id uuid not null,
        role text not null check (role in ('petit', 'grand')),
        avis_empreinte bytea not null,
        profil_version integer not null,
        modele text not null,
        consigne text not null,
        attempts smallint not null default 0,
        error text,
        not_before timestamptz not null,
        primary key (compte_id, avis_id, role)
      );
      comment on table write.evaluation is 'Evaluations that a worker has claimed, or that failed and are put off. Not made again before not_before, unless the notice, the profile, the model or the prompt changes.';

      create table write.appel_modele (
        jour date not null,
        role text not null check (role in ('petit', 'grand')),
        appels integer not null,
        jetons bigint not null default 0,
        primary key (jour, role)
      );
      comment on table write.appel_modele is 'Requests made to each model a UTC day, failed ones included, and the tokens that its service counted.';

      create index opportunite_evaluee on read.opportunite (compte_id, avis_id) where verdict is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read.opportunite_evaluee;
      drop table write.appel_modele, write.evaluation;
    `);
  }
}
