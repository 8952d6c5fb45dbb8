import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which notices of several sources are the same one: what is compared, what was found, what the operator said. */
export class Clusters1795000230000 implements MigrationInterface {
  readonly name = 'Clusters1795000230000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.a_apparier (
        avis_id uuid primary key,
        reason text not null,
        since timestamptz not null default clock_timestamp(),
        attempts smallint not null default 0,
        error text,
        not_before timestamptz
      );
      create index a_apparier_by_age on write.a_apparier (since);
      alter table write.a_apparier set (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
      comment on table write.a_apparier is 'Work to do: notices to be folded again from their publications, and compared with the others.';
      comment on column write.a_apparier.error is 'Why the last attempt failed: a defect of ours; tried again after not_before, blocks no other notice.';

      create table write.match_notice (
        avis_id uuid primary key,
        notice json not null,
        keys bigint[] not null default '{}'
      );
      comment on table write.match_notice is 'What the comparison knows of each notice that its publications make whole (libs/avis/match/notice.ts).';
      comment on column write.match_notice.keys is 'Its rows of write.match_key.';

      create table write.match_key (
        key bigint,
        avis_id uuid,
        primary key (key, avis_id)
      );
      comment on table write.match_key is 'Notices that share a key are compared. Hashes of libs/avis/match/keys.ts; even ones prove, odd ones only bring together.';

      create table write.link (
        a uuid,
        b uuid,
        regle text not null,
        score real not null,
        champs json not null,
        primary key (a, b),
        check (a < b)
      );
      create index link_by_b on write.link (b);
      comment on table write.link is 'Pairs found to be one notice, each by itself, with the evidence (libs/avis/match/compare.ts).';

      create table write.imposed_link (
        a uuid,
        b uuid,
        decision text not null check (decision in ('lier', 'separer')),
        motif text,
        decide_le timestamptz not null default clock_timestamp(),
        primary key (a, b),
        check (a < b)
      );
      create index imposed_link_by_b on write.imposed_link (b);
      comment on table write.imposed_link is 'The operator''s word on a pair, above every rule. A fact, like the archive: replays obey it.';

      create table write.cluster (
        avis_id uuid primary key,
        cluster_id uuid not null
      );
      create index cluster_by_id on write.cluster (cluster_id);
      comment on table write.cluster is 'Notices that are one; one that stands alone has no row. cluster_id is the smallest id of its members.';

      alter table write.decision add column autre_avis_id uuid;
      comment on column write.decision.autre_avis_id is 'The other notice, of a decision on a pair; each of the two has its row.';
      alter table write.decision drop constraint decision_verbe_check, add constraint decision_verbe_check check (verbe in
        ('couper', 'retablir', 'supprimer', 'confirmer_disparition', 'ecarter_disparition', 'lier', 'separer', 'oublier_lien'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from write.decision where verbe in ('lier', 'separer', 'oublier_lien');
      alter table write.decision drop constraint decision_verbe_check, add constraint decision_verbe_check
        check (verbe in ('couper', 'retablir', 'supprimer', 'confirmer_disparition', 'ecarter_disparition'));
      alter table write.decision drop column autre_avis_id;
      drop table write.cluster, write.imposed_link, write.link, write.match_key, write.match_notice, write.a_apparier;
    `);
  }
}
