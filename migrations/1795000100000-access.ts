import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Quotas, switches, usage, and the notifications by which every API instance learns that an account, a key, a limit or
 * a switch changed (libs/access/changes). The API's role still writes nothing by itself: it calls the three functions
 * granted at the end, which run with the owner's rights.
 */
export class Access1795000100000 implements MigrationInterface {
  readonly name = 'Access1795000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table access.cle add column remplacee_par uuid references access.cle;
      comment on column access.cle.remplacee_par is 'The key that a rotation put in its place; this one lives on until expire_le.';

      create table access.quota_limite (
        compte_id uuid not null references access.compte,
        famille text not null check (famille in ('general', 'decp')),
        limite integer not null check (limite >= 0),
        primary key (compte_id, famille)
      );
      comment on table access.quota_limite is 'Daily limits set by the operator; an account without a row has the default of access.quota_defaut.';

      create table access.quota (
        compte_id uuid not null references access.compte,
        famille text not null check (famille in ('general', 'decp')),
        jour date not null,
        consomme integer not null check (consomme >= 0),
        primary key (compte_id, famille, jour)
      );
      -- Every request updates one row: leaving room on the page keeps these updates out of the index.
      alter table access.quota set (fillfactor = 50);
      comment on table access.quota is 'Records counted by account, family and UTC day: served ones, and reserves not given back.';

      create table access.coupure (
        cible text primary key check (cible in ('api', 'avis', 'opportunites', 'prestataires', 'acheteurs', 'attributions', 'contrats', 'departements', 'moi')),
        coupee_le timestamptz not null default clock_timestamp()
      );
      comment on table access.coupure is 'What the operator has cut: the whole API or one resource. A row present means cut.';

      create table access.usage (
        jour date not null,
        cle_id uuid,
        route text not null,
        statut smallint not null,
        requetes bigint not null,
        unique nulls not distinct (jour, cle_id, route, statut)
      );
      comment on column access.usage.cle_id is 'Null when the request was refused before its key was known. No foreign key: statistics refuse nothing.';
    `);

    await runner.query(`
      create function access.quota_defaut(famille text) returns integer language sql immutable
      return case famille when 'general' then 50000 when 'decp' then 2000 end;

      -- The insert or update is one statement, committed at once: holding the row while the page is read costs 25 times.
      create function access.reserve_quota(p_compte uuid, p_famille text, p_nombre integer, p_jour date default null)
      returns table (accorde boolean, jour date, limite integer, restant integer)
      language plpgsql security definer set search_path = '' as $$
      #variable_conflict use_column
      declare
        v_jour date := coalesce(p_jour, (clock_timestamp() at time zone 'UTC')::date);
        v_limite integer := coalesce(
          (select l.limite from access.quota_limite l where l.compte_id = p_compte and l.famille = p_famille),
          access.quota_defaut(p_famille));
        v_consomme integer;
      begin
        if p_nombre is null or p_nombre < 1 then
          raise exception 'a reserve is of at least 1 record, not %', p_nombre using errcode = 'invalid_parameter_value';
        end if;
        if v_limite is null then
          raise exception 'no quota family is named %', p_famille using errcode = 'invalid_parameter_value';
        end if;
        if p_nombre <= v_limite then
          insert into access.quota as q (compte_id, famille, jour, consomme)
          values (p_compte, p_famille, v_jour, p_nombre)
          on conflict (compte_id, famille, jour) do update set consomme = q.consomme + excluded.consomme
            where q.consomme <= v_limite - excluded.consomme
          returning q.consomme into v_consomme;
        end if;
        if v_consomme is not null then
          return query select true, v_jour, v_limite, v_limite - v_consomme;
        else
          return query select false, v_jour, v_limite, 0;
        end if;
      end $$;
      comment on function access.reserve_quota is 'Counts p_nombre records, all or none. A refusal has restant 0 (contract, quota_exceeded). p_jour: tests only.';

      -- Returns no row when more would be given back than is counted.
      create function access.refund_quota(p_compte uuid, p_famille text, p_nombre integer, p_jour date)
      returns table (limite integer, restant integer)
      language sql security definer set search_path = '' as $$
        with rendu as (
          update access.quota q set consomme = q.consomme - p_nombre
          where q.compte_id = p_compte and q.famille = p_famille and q.jour = p_jour
            and p_nombre > 0 and q.consomme >= p_nombre
          returning q.consomme
        ), limites as (
          select coalesce(
            (select l.limite from access.quota_limite l where l.compte_id = p_compte and l.famille = p_famille),
            access.quota_defaut(p_famille)) as limite
        )
        select limites.limite, greatest(0, limites.limite - rendu.consomme) from rendu, limites
      $$;

      create function access.add_usage(p_jours date[], p_cles uuid[], p_routes text[], p_statuts smallint[], p_requetes bigint[])
      returns void language sql security definer set search_path = '' as $$
        insert into access.usage as u (jour, cle_id, route, statut, requetes)
        select * from unnest(p_jours, p_cles, p_routes, p_statuts, p_requetes) as t (jour, cle_id, route, statut, requetes)
        -- Two instances that flush together take the rows in the same order: no deadlock.
        order by 1, 2, 3, 4
        on conflict (jour, cle_id, route, statut) do update set requetes = u.requetes + excluded.requetes
      $$;
    `);

    await runner.query(`
      create function access.notify_compte() returns trigger language plpgsql as $$
      declare
        v_row jsonb := to_jsonb(coalesce(new, old));
      begin
        perform pg_notify('access', 'compte:' || coalesce(v_row ->> 'compte_id', v_row ->> 'id'));
        return null;
      end $$;
      create function access.notify_coupure() returns trigger language plpgsql as $$
      begin
        perform pg_notify('access', 'coupures');
        return null;
      end $$;
      create trigger notify after insert or update or delete on access.compte for each row execute function access.notify_compte();
      create trigger notify after insert or update or delete on access.cle for each row execute function access.notify_compte();
      create trigger notify after insert or update or delete on access.quota_limite for each row execute function access.notify_compte();
      create trigger notify after insert or update or delete on access.coupure for each statement execute function access.notify_coupure();
    `);

    await runner.query(`
      revoke execute on all functions in schema access from public;
      grant execute on function access.reserve_quota, access.refund_quota, access.add_usage, access.quota_defaut to marches_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table access.usage, access.coupure, access.quota, access.quota_limite;
      drop trigger notify on access.compte;
      drop trigger notify on access.cle;
      drop function access.quota_defaut, access.reserve_quota, access.refund_quota, access.add_usage, access.notify_compte, access.notify_coupure;
      alter table access.cle drop column remplacee_par;
    `);
  }
}
