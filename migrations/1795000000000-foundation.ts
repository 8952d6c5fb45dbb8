import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Schemas, tables, roles. `write.*` facts and work to do; `read.*` rows that are already the answer; `access.*`
 * accounts and keys. The API's role reads `read.*` and `access.*` and writes nothing here (docs/architecture.md).
 */
export class Foundation1795000000000 implements MigrationInterface {
  readonly name = 'Foundation1795000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema write;
      create schema read;
      create schema access;
      create extension if not exists unaccent;
      create extension if not exists btree_gin;

      -- Words without accents nor endings: « Rénovation énergétique » is found by « renovation energetique ».
      create text search configuration read.francais (copy = french);
      alter text search configuration read.francais
        alter mapping for hword, hword_part, word, asciiword, asciihword, hword_asciipart with public.unaccent, french_stem;
    `);

    await runner.query(`
      create table write.source (
        code text primary key,
        coupee boolean not null default false,
        position jsonb,
        position_at timestamptz,
        derniere_publication date
      );
      comment on table write.source is 'State of collection of each source of the registry.';

      create table write.run (
        id bigint generated always as identity primary key,
        source text not null,
        job_id text,
        started_at timestamptz not null default clock_timestamp(),
        ended_at timestamptz,
        outcome text check (outcome in ('succeeded', 'failed', 'interrupted')),
        reason text,
        seen integer not null default 0,
        added integer not null default 0,
        faults jsonb not null default '[]',
        bytes bigint not null default 0
      );
      create index run_by_source on write.run (source, id desc);
      comment on table write.run is 'Report of each collection run; outcome is null while it runs.';

      create table write.document (
        id bigint generated always as identity primary key,
        source text not null,
        identifiant text not null,
        format text not null,
        hash bytea not null,
        url text not null,
        body bytea not null,
        collected_at timestamptz not null default clock_timestamp()
      );
      create index document_by_identifiant on write.document (source, identifiant, id desc);
      alter table write.document alter column body set storage external;
      comment on table write.document is 'The archive: every state of every raw document, gzip. The same bytes twice in a row are one document. Never updated.';

      create table write.a_normaliser (
        document_id bigint primary key references write.document,
        source text not null
      );
      create index a_normaliser_by_source on write.a_normaliser (source, document_id);
      comment on table write.a_normaliser is 'Work to do: documents archived and not yet normalised.';

      create table write.rejection (
        document_id bigint primary key references write.document,
        source text not null,
        reason text not null,
        detail text not null,
        identifiant text,
        rejected_at timestamptz not null default clock_timestamp()
      );

      create table write.publication (
        id bigint generated always as identity primary key,
        document_id bigint not null references write.document,
        source text not null,
        identifiant text not null,
        aliases text[] not null default '{}',
        kind text not null check (kind in ('initial', 'correction', 'cancellation', 'attribution')),
        whole boolean not null,
        date_publication date,
        cites text[] not null default '{}',
        avis_id uuid,
        body json not null,
        unique (source, identifiant)
      );
      create index publication_by_avis on write.publication (avis_id);
      -- Every batch writes and searches these: a pending list would be read whole each time.
      create index publication_by_cited on write.publication using gin (cites) with (fastupdate = off)
        where kind <> 'initial' and cites <> '{}';
      create index publication_by_alias on write.publication using gin (aliases) with (fastupdate = off)
        where aliases <> '{}';
      comment on table write.publication is 'One normalised publication; the latest document of an identifier wins. body: libs/sources/publication.ts.';
      comment on column write.publication.body is 'json, not jsonb: free-form criteria keep the order in which they were published.';

      create table write.avis (
        id uuid primary key,
        source text not null,
        racine text not null,
        servable boolean not null default false,
        remplace_par uuid,
        facts json,
        folded_at timestamptz,
        unique (source, racine)
      );
      create index avis_by_replacement on write.avis (remplace_par) where remplace_par is not null;
      comment on table write.avis is 'One notice of one source, folded from its publications; racine is the identifier of the initial one.';
      comment on column write.avis.servable is 'At some point of the archive it could be served: its id then lives for ever, as a notice or as a retired one.';
      comment on column write.avis.remplace_par is 'What was taken for an initial notice corrects an older one, which stands here.';

      create table write.attribution (
        id uuid primary key,
        source text not null,
        identifiant text not null,
        avis_id uuid,
        facts json not null,
        unique (source, identifiant)
      );
      create index attribution_by_avis on write.attribution (avis_id);
      comment on table write.attribution is 'Award notices; served by a later issue.';

      create table write.a_projeter (
        avis_id uuid primary key,
        reason text not null,
        since timestamptz not null default clock_timestamp(),
        attempts smallint not null default 0,
        error text,
        not_before timestamptz
      );
      create index a_projeter_by_age on write.a_projeter (since);
      -- Queues are mostly dead rows, which every look at their head must step over: vacuum them by count, not by share.
      alter table write.a_normaliser set (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
      alter table write.a_projeter set (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
      comment on table write.a_projeter is 'Work to do: notices whose served form must be rendered again.';
      comment on column write.a_projeter.error is 'Why the last attempt failed: a defect of ours; tried again after not_before, blocks no other notice.';

      create table write.suppression (
        avis_id uuid primary key,
        motif text not null,
        supprime_le timestamptz not null default clock_timestamp()
      );
      comment on table write.suppression is 'Notices that an operator deleted. A fact, like the archive: replays obey it.';

      create table write.decision (
        id bigint generated always as identity primary key,
        verbe text not null check (verbe in ('couper', 'retablir', 'supprimer')),
        source text,
        avis_id uuid,
        motif text,
        decide_le timestamptz not null default clock_timestamp(),
        check (num_nonnulls(source, avis_id) = 1)
      );
      create index decision_by_avis on write.decision (avis_id) where avis_id is not null;
      create index decision_by_source on write.decision (source) where source is not null;
      comment on table write.decision is 'What operators decided, and when. Never updated; the state that follows is in source.coupee and suppression.';

      create table write.historique (
        avis_id uuid not null,
        version timestamptz(6) not null,
        statut text not null,
        motif_retrait text,
        champs text[],
        reason text,
        primary key (avis_id, version)
      );
      comment on table write.historique is 'Every version ever stamped of every notice: what changed and why. Written by write.publish_avis.';
      comment on column write.historique.champs is 'Served fields that changed; null for a first version, a retirement, a return.';
    `);

    await runner.query(`
      create table read.state (
        one boolean primary key default true check (one),
        loading boolean not null default true,
        last_version timestamptz(6) not null default clock_timestamp() - interval '1 hour',
        last_projection timestamptz
      );
      insert into read.state default values;
      comment on table read.state is 'loading: first load under way, versions are stamped in the past and nothing is served yet.';

      create table read.avis (
        id uuid primary key,
        version timestamptz(6) not null unique,
        statut text not null check (statut in ('ouvert', 'clos', 'retire')),
        closes_at timestamptz,
        source text not null,
        departements text[] not null default '{}',
        acheteur_siret text,
        cpv text,
        type_marche text,
        budget numeric(17, 2),
        date_limite timestamptz,
        jour_limite date,
        date_publication date,
        completude smallint not null default 0,
        completude_propre smallint not null default 0,
        recherche tsvector not null default '',
        liste text not null,
        detail text not null,
        empreinte bytea not null
      );
      comment on table read.avis is 'One row a notice ever served, retired ones included. liste and detail are the JSON texts served as they are.';
      comment on column read.avis.closes_at is 'Next instant at which time alone changes statut; null when none.';
      comment on column read.avis.jour_limite is 'Day of date_limite in Paris: what the filters compare.';
      comment on column read.avis.acheteur_siret is 'As served, borrowed and deduced ones included.';
      comment on column read.avis.completude_propre is 'Completeness on what the source itself published.';

      create table read.source (
        code text primary key,
        coupee boolean not null default false,
        completude_moyenne numeric(4, 1),
        derniere_publication date,
        derniere_collecte timestamptz,
        due_at timestamptz
      );
      comment on column read.source.due_at is 'When the next collection should have succeeded at the latest; retard_minutes counts from it.';
    `);

    await runner.query(`
      create table access.compte (
        id uuid primary key,
        nom text not null,
        email text not null,
        plan text not null check (plan in ('pro', 'gratuit')),
        cree_le timestamptz not null default clock_timestamp()
      );
      create table access.cle (
        id uuid primary key,
        compte_id uuid not null references access.compte,
        prefixe text not null,
        hash bytea not null unique,
        usage text not null check (usage in ('interne', 'rediffusion')),
        perimetres text[] not null,
        creee_le timestamptz not null default clock_timestamp(),
        expire_le timestamptz,
        revoquee_le timestamptz
      );
      create index cle_by_compte on access.cle (compte_id);
      comment on column access.cle.hash is 'SHA-256 of the key: 256 random bits need no slow hash. The key itself is never stored.';
    `);

    await runner.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'marches_api') then
          create role marches_api nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$;
      do $$ begin execute format('grant marches_api to %I with set true', current_user); end $$;
      grant usage on schema read, access to marches_api;
      grant select on all tables in schema read, access to marches_api;
      alter default privileges in schema read grant select on tables to marches_api;
      alter default privileges in schema access grant select on tables to marches_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema read cascade; drop schema write cascade; drop schema access cascade;');
  }
}
