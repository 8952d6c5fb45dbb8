import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read tables of contracts, contractors, buyers and award notices. Texts are served as they are. */
export class ReadContrats1795000260000 implements MigrationInterface {
  readonly name = 'ReadContrats1795000260000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.contrat (
        n integer generated always as identity primary key,
        uid text not null unique,
        jour date not null,
        departement text,
        cpv text,
        acheteur_siret text,
        titulaires text[] not null default '{}',
        montant numeric(15, 2),
        fin date,
        recherche tsvector not null default '',
        item text not null
      );
      comment on table read.contrat is 'One row a contract; item is the JSON text served as it is.';
      comment on column read.contrat.n is 'Second part of the order newest first: smaller in the indexes than uid.';
      comment on column read.contrat.jour is 'date_notification; -infinity when unknown: last in the order, out of every period.';
      comment on column read.contrat.departement is 'Of execution.';
      comment on column read.contrat.fin is 'fin_estimee.date.';
      comment on column read.contrat.titulaires is 'SIRENs of read.contrat_titulaire: words are searched together with them.';

      create table read.contrat_titulaire (
        n integer not null references read.contrat on delete cascade,
        rang smallint not null,
        siren text not null,
        siret text,
        premier boolean not null,
        jour date not null,
        departement text,
        cpv text,
        acheteur_siret text,
        montant numeric(15, 2),
        fin date,
        unique nulls not distinct (n, siren, siret)
      );
      comment on table read.contrat_titulaire is 'Who may be named as a holder of each contract, with what the filters compare. Never a non-disclosable one. siret: that of the contract; null where only the SIREN is known. Two establishments of one company that hold a contract together are two rows.';
      comment on column read.contrat_titulaire.rang is 'Place among all the holders: 0 is titulaire, the others are in cotitulaires.';
      comment on column read.contrat_titulaire.premier is 'The first row of this SIREN in this contract: whoever looks by SIREN takes only these, and finds each contract once.';

      create table read.prestataire (
        siren text primary key,
        slug text not null unique,
        nom_tri text not null,
        recherche tsvector not null default '',
        departement text,
        division_cpv text,
        taille text,
        nombre_contrats integer not null,
        montant_median numeric(15, 2),
        item text not null,
        detail text not null,
        change_le date
      );
      create index prestataire_by_change on read.prestataire (change_le) where change_le is not null;
      comment on table read.prestataire is 'One row a contractor that may be disclosed; item and detail are the JSON texts served as they are.';
      comment on column read.prestataire.nom_tri is 'Name in lower case without accents.';
      comment on column read.prestataire.change_le is 'Next day in Paris on which time alone changes the record; null when none.';

      create table read.slug_prestataire (
        slug text primary key,
        siren text not null
      );
      create index slug_prestataire_by_siren on read.slug_prestataire (siren);
      comment on table read.slug_prestataire is 'Every slug that ever was of a contractor: each answers for life.';

      create table read.acheteur (
        siret text primary key,
        detail text not null,
        change_le date
      );
      create index acheteur_by_change on read.acheteur (change_le) where change_le is not null;
      comment on table read.acheteur is 'One row a buyer; detail is the JSON text without avis_ouverts, which depends on the key.';

      create table read.attribution (
        id uuid primary key,
        source text not null,
        date_publication date not null,
        cpv text,
        acheteur_siret text,
        departement text,
        item text not null
      );
      comment on table read.attribution is 'One row an award notice; item is the JSON text served as it is.';
      comment on column read.attribution.date_publication is '-infinity when unknown: last in the order, out of every period.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.attribution, read.acheteur, read.slug_prestataire, read.prestataire, read.contrat_titulaire, read.contrat;
    `);
  }
}
