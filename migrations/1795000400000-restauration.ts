import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What follows a restore of the database to an earlier point, and backups that succeeded
 * (docs/decisions/0027-after-a-restore-everything-is-told-again.md).
 */
export class Restauration1795000400000 implements MigrationInterface {
  readonly name = 'Restauration1795000400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table write.sauvegarde (
        id bigint generated always as identity primary key,
        terminee_le timestamptz not null default clock_timestamp(),
        lieu text not null,
        octets bigint check (octets >= 0)
      );
      create index sauvegarde_by_end on write.sauvegarde (terminee_le desc);
      comment on table write.sauvegarde is 'Backups that succeeded: written by docker/backup and by ops sauvegarde noter.';
    `);

    await runner.query(`
      create table write.restauration (
        id bigint generated always as identity primary key,
        point timestamptz not null,
        perte timestamptz not null,
        plancher timestamptz(6) not null,
        portee text not null check (portee in ('tout', 'temoin', 'rien')),
        a_retimbrer bigint not null default 0,
        retimbres bigint not null default 0,
        declaree_le timestamptz not null default clock_timestamp(),
        retimbree_le timestamptz
      );
      comment on table write.restauration is 'Restores that an operator declared. Notices are stamped anew until retimbree_le.';
      comment on column write.restauration.point is 'What was committed until then is in the restored database.';
      comment on column write.restauration.perte is 'Last instant at which the lost database may have been read.';
      comment on column write.restauration.plancher is 'No version up to this one is given again.';

      create table write.a_retimbrer (
        rang bigint primary key,
        avis_id uuid not null
      );
      comment on table write.a_retimbrer is 'Work to do: notices to be stamped anew after a restore, in this order; restauration.retimbres says how far it has come.';

      create table write.orphelin (
        avis_id uuid primary key,
        source text not null,
        version timestamptz(6) not null,
        depuis timestamptz not null default clock_timestamp()
      );
      comment on table write.orphelin is 'Notices that a witness of the lost database knows and the restored one does not: collected again, or told as deleted by ops restauration terminer.';
    `);

    await runner.query(`
      create function write.restamp_avis(p_nombre integer) returns bigint
      language plpgsql as $$
      declare
        -- The lock of write.publish_avis: whoever stamps, stamps alone.
        stamp_lock constant bigint := 7301950145;
        -- ,"version":"2026-11-21T08:00:00.000000Z"}
        fin constant integer := 41;
        r write.restauration;
        base timestamptz(6);
        lot bigint;
        stamped integer;
      begin
        if current_setting('transaction_isolation') <> 'read committed' then
          raise exception 'restamp_avis needs read committed: after its lock it must see what the previous holder committed';
        end if;
        if current_setting('transaction_timeout') = '0' then
          perform set_config('transaction_timeout', '60s', true);
        end if;
        select * into r from write.restauration where retimbree_le is null order by id limit 1 for update;
        if not found then return 0; end if;

        perform pg_advisory_xact_lock(stamp_lock);
        select case when s.loading then s.last_version else greatest(s.last_version, clock_timestamp()) end
          into strict base from read.state s;
        select count(*) into lot from write.a_retimbrer where rang > r.retimbres and rang <= r.retimbres + p_nombre;

        with change as (
          select a.id, a.statut, a.liste, a.detail,
            base + row_number() over (order by q.rang) * interval '1 microsecond' as version
          from write.a_retimbrer q join read.avis a on a.id = q.avis_id
          where q.rang > r.retimbres and q.rang <= r.retimbres + p_nombre and a.version <= r.plancher
        ), texte as (
          select c.*, ',"version":"' || to_char(c.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}' as fin_neuve
          from change c
        ), histoire as (
          insert into write.historique (avis_id, version, statut, motif_retrait, champs, reason)
          select c.id, c.version, c.statut, case when c.statut = 'retire' then c.detail::json ->> 'motif_retrait' end,
            '{}', 'restored'
          from change c
        )
        update read.avis a set version = t.version, liste = left(t.liste, -fin) || t.fin_neuve,
          detail = left(t.detail, -fin) || t.fin_neuve
        from texte t where a.id = t.id;
        get diagnostics stamped = row_count;

        update read.state set last_version = greatest(last_version, base + stamped * interval '1 microsecond');
        update write.restauration set retimbres = retimbres + lot,
          retimbree_le = case when retimbres + lot >= a_retimbrer then clock_timestamp() end
        where id = r.id;
        return lot;
      end $$;
      comment on function write.restamp_avis is
        'Gives the next notices of write.a_retimbrer a new version under the form that they have; those stamped since the restore was declared keep theirs. Returns how many were taken, 0 when none is left.';
      revoke all on function write.restamp_avis from public;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function write.restamp_avis;
      drop table write.orphelin, write.a_retimbrer, write.restauration, write.sauvegarde;
    `);
  }
}
