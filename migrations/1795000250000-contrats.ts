import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contracts of the essential-data registers, companies of SIRENE, and the work that they cause. */
export class Contrats1795000250000 implements MigrationInterface {
  readonly name = 'Contrats1795000250000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.import (
        id bigint generated always as identity primary key,
        registre text not null,
        fichier text not null,
        etat text,
        job_id text,
        started_at timestamptz not null default clock_timestamp(),
        ended_at timestamptz,
        outcome text check (outcome in ('succeeded', 'failed', 'interrupted')),
        reason text,
        lus bigint not null default 0,
        octets bigint not null default 0,
        bilan jsonb not null default '{}'
      );
      create index import_by_fichier on write.import (registre, fichier, id desc);
      comment on table write.import is 'Report of each import of one file of a register (DECP, SIRENE); outcome is null while it runs.';
      comment on column write.import.etat is 'State of the file as its publisher tells it (ETag, else Last-Modified and size): the same state is not read twice.';
      comment on column write.import.lus is 'Records read and committed: an import that was killed goes on behind them.';

      create table write.declaration (
        id bigint generated always as identity primary key,
        registre text not null,
        racine text not null,
        empreinte bytea not null,
        body text not null,
        facts json not null,
        collected_at timestamptz not null default clock_timestamp(),
        unique (registre, empreinte)
      );
      create index declaration_by_racine on write.declaration (racine);
      comment on table write.declaration is 'The archive of the registers: every state of every record. The same bytes twice are one declaration. A record never changes; racine and facts follow the rules by which it is read.';
      comment on column write.declaration.racine is 'Buyer and number without that of the modification: declarations of one contract share it, several contracts may.';
      comment on column write.declaration.body is 'The record as its register publishes it, in JSON or XML.';
      comment on column write.declaration.facts is 'What the body says: libs/contrats/declaration.ts.';

      create table write.rejet_declaration (
        registre text not null,
        empreinte bytea not null,
        body text not null,
        reason text not null,
        detail text not null,
        rejected_at timestamptz not null default clock_timestamp(),
        primary key (registre, empreinte)
      );
      comment on table write.rejet_declaration is 'Records of the registers that name no contract, kept as they are with the reason.';

      create table write.contrat (
        uid text primary key,
        racine text not null,
        facts json not null,
        acheteur_siret text,
        folded_at timestamptz not null default clock_timestamp()
      );
      create index contrat_by_racine on write.contrat (racine);
      create index contrat_by_acheteur on write.contrat (acheteur_siret) where acheteur_siret is not null;
      comment on table write.contrat is 'One contract, folded from its declarations: current data only. facts: libs/contrats/contrat.ts.';

      create table write.contrat_titulaire (
        uid text not null references write.contrat on delete cascade,
        rang smallint not null,
        siren text,
        siret text,
        primary key (uid, rang)
      );
      create index contrat_titulaire_by_siren on write.contrat_titulaire (siren) where siren is not null;
      comment on table write.contrat_titulaire is 'Who holds each contract, in the order of the register; rang from 0.';

      create table write.a_recalculer (
        objet text not null check (objet in ('contrat', 'prestataire', 'acheteur', 'attribution')),
        cle text not null,
        since timestamptz not null default clock_timestamp(),
        attempts smallint not null default 0,
        error text,
        not_before timestamptz,
        primary key (objet, cle)
      );
      create index a_recalculer_by_age on write.a_recalculer (objet, since);
      alter table write.a_recalculer set (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
      comment on table write.a_recalculer is 'Work to do: rows of read.* to be rendered again. cle: uid of a contract, SIREN of a contractor, SIRET of a buyer, id of an award notice.';

      create table write.unite_legale (
        siren text primary key check (siren ~ '^[0-9]{9}$'),
        nom text,
        categorie text check (categorie in ('PME', 'ETI', 'GE')),
        categorie_juridique text,
        activite text,
        siege text,
        diffusible boolean not null
      );
      comment on table write.unite_legale is 'Companies that we know, as SIRENE has them. A non-disclosable one has no name here either.';

      create table write.etablissement (
        siret text primary key check (siret ~ '^[0-9]{14}$'),
        nom text,
        commune text,
        code_postal text,
        departement text,
        activite text,
        actif boolean not null,
        diffusible boolean not null
      );
      comment on table write.etablissement is 'Establishments of the companies that we know, as SIRENE has them.';

      create table write.revendication (
        siren text primary key check (siren ~ '^[0-9]{9}$'),
        revendiquee_le timestamptz not null default clock_timestamp()
      );
      comment on table write.revendication is 'Companies registered with the service: their record is of type revendiquee.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table write.revendication, write.etablissement, write.unite_legale, write.a_recalculer, write.contrat_titulaire,
        write.contrat, write.rejet_declaration, write.declaration, write.import;
    `);
  }
}
