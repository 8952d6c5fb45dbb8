import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ranked feed of each account: profiles and statuses that the application writes, scores and verdicts that we do. */
export class Opportunites1795000300000 implements MigrationInterface {
  readonly name = 'Opportunites1795000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.profil (
        compte_id uuid primary key,
        version integer not null default 1,
        profil json not null,
        importe_le timestamptz not null default clock_timestamp()
      );
      comment on table write.profil is 'What an account looks for (libs/opportunites/profil.ts). Written by the application or ops profil importer; version rises by itself when it changes.';

      create table write.suivi (
        compte_id uuid not null,
        avis_id uuid not null,
        statut text not null check (statut in
          ('new', 'viewed', 'saved', 'applied', 'ignored', 'en_attente', 'en_cours', 'gagne', 'perdu')),
        vu_le timestamptz,
        primary key (compte_id, avis_id)
      );
      create index suivi_by_avis on write.suivi (avis_id);
      comment on table write.suivi is 'Status that a user gave to a notice, and when it was first seen. Written by the application or ops statut importer.';

      create table write.annonce (
        avis_id uuid primary key,
        ouvert boolean not null,
        empreinte bytea not null,
        cpv text,
        departements text[] not null default '{}',
        mots text[] not null default '{}',
        facts json not null
      );
      create index annonce_by_cpv on write.annonce (cpv text_pattern_ops);
      create index annonce_by_mots on write.annonce using gin (mots);
      create index annonce_by_departement on write.annonce using gin (departements) with (fastupdate = off);
      comment on table write.annonce is 'Notices that may stand in a feed, as scoring sees them (libs/opportunites/annonce.ts): open ones, and closed ones that a user holds on to.';
      comment on column write.annonce.empreinte is 'Of what the notice says of the purchase: what states and completes it apart (libs/opportunites/write/annonces.ts).';

      create table write.a_noter (
        avis_id uuid primary key,
        since timestamptz not null default clock_timestamp(),
        attempts smallint not null default 0,
        error text,
        not_before timestamptz
      );
      create index a_noter_by_age on write.a_noter (since);
      create table write.profil_a_noter (
        compte_id uuid primary key,
        since timestamptz not null default clock_timestamp(),
        attempts smallint not null default 0,
        error text,
        not_before timestamptz
      );
      alter table write.a_noter set (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
      comment on table write.a_noter is 'Work to do: notices to be scored again for every profile; written with the version that changed them.';
      comment on table write.profil_a_noter is 'Work to do: profiles to be scored again against every notice.';

      create table write.verdict (
        compte_id uuid not null,
        avis_id uuid not null,
        role text not null check (role in ('petit', 'grand')),
        avis_empreinte bytea not null,
        profil_version integer not null,
        modele text not null,
        consigne text not null,
        valeur text not null check (valeur in ('oui', 'incertain', 'non')),
        raison text,
        evalue_le timestamptz not null default clock_timestamp(),
        primary key (compte_id, avis_id, role)
      );
      create index verdict_by_avis on write.verdict (avis_id);
      comment on table write.verdict is 'Raw outcome of each model for a notice and a profile: what it was asked (avis_empreinte, profil_version, consigne) tells whether it still holds.';

      create table read.opportunite (
        compte_id uuid not null,
        avis_id uuid not null,
        score smallint not null check (score between 0 and 100),
        raisons text not null,
        verdict text,
        verdict_filtre text not null default 'oui' check (verdict_filtre in ('oui', 'incertain', 'non')),
        statut_utilisateur text not null default 'new',
        vu_le timestamptz,
        primary key (compte_id, avis_id)
      );
      create index opportunite_by_avis on read.opportunite (avis_id);
      create index opportunite_by_score on read.opportunite (compte_id, score desc, avis_id)
        include (verdict_filtre, statut_utilisateur);
      comment on table read.opportunite is 'The feed of each account. raisons and verdict are JSON texts served as they are; verdict is null when never evaluated.';
      comment on column read.opportunite.verdict_filtre is 'What the filter compares: rejected by one model incertain, by both non, null oui.';
    `);

    // The application writes profiles and statuses as it likes: whoever writes them, the work that follows is queued with
    // them. `do update` waits for a scoring of the same notice under way, which may have read the facts before us.
    await runner.query(`
      create function write.profil_change() returns trigger language plpgsql as $$
      begin
        if new.compte_id <> old.compte_id then
          raise exception 'a profile stays with its account: delete it and insert another';
        end if;
        if new.profil::jsonb = old.profil::jsonb then
          new.version := old.version;
          new.importe_le := old.importe_le;
        else
          new.version := old.version + 1;
          new.importe_le := clock_timestamp();
        end if;
        return new;
      end $$;
      create trigger profil_version before update on write.profil for each row execute function write.profil_change();

      create function write.queue_profil() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and new.version = old.version then return null; end if;
        -- A later profile of this account starts at version 1 again: no verdict may seem to be of it.
        if tg_op = 'DELETE' then delete from write.verdict where compte_id = old.compte_id; end if;
        insert into write.profil_a_noter as q (compte_id) values (coalesce(new.compte_id, old.compte_id))
        on conflict (compte_id) do update set attempts = 0, error = null, not_before = null;
        return null;
      end $$;
      create trigger profil_queued after insert or update or delete on write.profil
        for each row execute function write.queue_profil();

      create function write.queue_suivi() returns trigger language plpgsql as $$
      declare
        compte uuid := coalesce(new.compte_id, old.compte_id);
        avis uuid := coalesce(new.avis_id, old.avis_id);
      begin
        if tg_op = 'UPDATE' and (new.compte_id, new.avis_id) <> (old.compte_id, old.avis_id) then
          raise exception 'a status stays with its account and notice: delete it and insert another';
        end if;
        insert into write.a_noter as q (avis_id) values (avis)
        on conflict (avis_id) do update set attempts = 0, error = null, not_before = null;
        -- Seen at once, but for a row that is being scored: waiting for it here could be waiting in a circle.
        update read.opportunite set statut_utilisateur = coalesce(new.statut, 'new'), vu_le = new.vu_le
        where (compte_id, avis_id) in (
          select o.compte_id, o.avis_id from read.opportunite o where o.compte_id = compte and o.avis_id = avis
          for update skip locked);
        return null;
      end $$;
      create trigger suivi_queued after insert or update or delete on write.suivi
        for each row execute function write.queue_suivi();

      -- A database that served notices before there were feeds.
      insert into write.a_noter (avis_id) select id from read.avis where statut = 'ouvert';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.opportunite, write.verdict, write.profil_a_noter, write.a_noter, write.annonce, write.suivi, write.profil;
      drop function write.profil_change, write.queue_profil, write.queue_suivi;
    `);
  }
}
