import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The register of buyers, and the SIRETs that it lends to notices whose source gives none. */
export class Acheteur1795000240000 implements MigrationInterface {
  readonly name = 'Acheteur1795000240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.acheteur (
        siret text primary key check (siret ~ '^[0-9]{14}$'),
        noms json not null,
        departement text,
        departements json not null,
        activite text,
        partage boolean not null
      );
      comment on table write.acheteur is 'One row a SIRET that buyers publish under. Made of notices every night: docs/deduction.md.';
      comment on column write.acheteur.noms is 'Names seen, the most published first: [{nom, cle, nombre}]; cle is null for a name that tells nobody.';
      comment on column write.acheteur.departement is 'The department most published; null when none was.';
      comment on column write.acheteur.activite is 'APE code; null until SIRENE gives it.';
      comment on column write.acheteur.partage is 'Buyers with nothing in common publish under it: it is given to no notice.';

      create table write.siret_deduit (
        avis_id uuid primary key,
        siret text not null check (siret ~ '^[0-9]{14}$'),
        deduit_le timestamptz not null default clock_timestamp()
      );
      comment on table write.siret_deduit is 'SIRETs attached to notices that published none. A fact, like the archive: replays obey it, nothing is attached twice. A SIRET published later goes before it.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table write.siret_deduit; drop table write.acheteur;');
  }
}
