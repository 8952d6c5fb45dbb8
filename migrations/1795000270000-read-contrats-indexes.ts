import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The indexes of libs/contrats/read. Each of contracts begins with a filter, goes on with the order (day, then n: read
 * backwards) and includes what the other filters compare, so that a page of any filters is a walk of one index; bytes are counted in
 * docs/performance.md.
 */
export class ReadContratsIndexes1795000270000 implements MigrationInterface {
  readonly name = 'ReadContratsIndexes1795000270000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index contrat_by_acheteur on read.contrat (acheteur_siret, jour, n) include (departement, cpv, montant)
        where acheteur_siret is not null;
      create index contrat_by_departement on read.contrat (departement, jour, n) include (cpv, montant)
        where departement is not null;
      -- The code is included too: an index that has only left(cpv, n) would not answer alone. Codes that are null are
      -- indexed too: statistics of an expression are not taken from a partial index.
      create index contrat_by_cpv2 on read.contrat (left(cpv, 2), jour, n) include (cpv, departement, montant);
      create index contrat_by_cpv3 on read.contrat (left(cpv, 3), jour, n) include (cpv, departement, montant);
      create index contrat_by_cpv5 on read.contrat (left(cpv, 5), jour, n) include (cpv, departement, montant);
      create index contrat_titulaire_by_siren on read.contrat_titulaire (siren, jour, n)
        include (siret, premier, acheteur_siret, departement, cpv, montant);
      create index contrat_by_words on read.contrat using gin (acheteur_siret, titulaires, recherche)
        with (fastupdate = off);

      create index prestataire_by_contrats on read.prestataire (nombre_contrats desc, siren)
        include (departement, division_cpv, taille);
      create index prestataire_by_montant on read.prestataire (montant_median desc nulls last, siren)
        include (departement, division_cpv, taille);
      create index prestataire_by_departement on read.prestataire (departement)
        include (division_cpv, taille, nombre_contrats, montant_median, siren) where departement is not null;
      create index prestataire_by_division on read.prestataire (division_cpv)
        include (departement, taille, nombre_contrats, montant_median, siren) where division_cpv is not null;
      create index prestataire_by_taille on read.prestataire (taille)
        include (departement, division_cpv, nombre_contrats, montant_median, siren) where taille is not null;
      create index prestataire_by_nom on read.prestataire (nom_tri text_pattern_ops);
      create index prestataire_by_words on read.prestataire using gin (recherche) with (fastupdate = off);
    `);

    await runner.query(`
      -- Pages must be known as all visible for an index to answer alone: vacuum long before a fifth has changed.
      alter table read.contrat set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02);
      alter table read.contrat_titulaire set (autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
      alter table read.prestataire set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.prestataire reset (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor,
        autovacuum_vacuum_insert_scale_factor);
      alter table read.contrat_titulaire reset (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor,
        autovacuum_vacuum_insert_scale_factor);
      alter table read.contrat reset (autovacuum_vacuum_scale_factor,
        autovacuum_analyze_scale_factor, autovacuum_vacuum_insert_scale_factor);
      drop index read.contrat_by_acheteur, read.contrat_by_departement, read.contrat_by_cpv2, read.contrat_by_cpv3,
        read.contrat_by_cpv5, read.contrat_titulaire_by_siren, read.contrat_by_words, read.prestataire_by_contrats,
        read.prestataire_by_montant, read.prestataire_by_departement, read.prestataire_by_division,
        read.prestataire_by_taille, read.prestataire_by_nom, read.prestataire_by_words;
    `);
  }
}
