import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which companies were looked for in SIRENE: those that contracts name since are looked for in the edition already read. */
export class Sirene1795000290000 implements MigrationInterface {
  readonly name = 'Sirene1795000290000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.siren_cherche (
        registre text not null check (registre in ('sirene_unites', 'sirene_etablissements')),
        siren text not null,
        primary key (registre, siren)
      );
      comment on table write.siren_cherche is 'SIRENs that were looked for in each stock file of SIRENE, read to its end, found or not.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table write.siren_cherche;');
  }
}
