import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reserves of one account that wait together are one statement and one durable commit. */
export class ReserveQuotas1795000460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function access.reserve_quotas(p_compte uuid, p_famille text, p_nombres integer[], p_jour date default null)
      returns table (accorde boolean, jour date, limite integer, restant integer)
      language plpgsql security definer set search_path = '' as $$
      #variable_conflict use_column
      declare
        v_jour date := coalesce(p_jour, (clock_timestamp() at time zone 'UTC')::date);
        v_limite integer := coalesce(
          (select l.limite from access.quota_limite l where l.compte_id = p_compte and l.famille = p_famille),
          access.quota_defaut(p_famille));
        v_somme bigint := 0;
        v_consomme integer;
        v_nombre integer;
      begin
        if v_limite is null then
          raise exception 'no quota family is named %', p_famille using errcode = 'invalid_parameter_value';
        end if;
        foreach v_nombre in array p_nombres loop
          if v_nombre is null or v_nombre < 1 then
            raise exception 'a reserve is of at least 1 record, not %', v_nombre using errcode = 'invalid_parameter_value';
          end if;
          v_somme := v_somme + v_nombre;
        end loop;
        if v_somme <= v_limite then
          insert into access.quota as q (compte_id, famille, jour, consomme)
          values (p_compte, p_famille, v_jour, v_somme)
          on conflict (compte_id, famille, jour) do update set consomme = q.consomme + excluded.consomme
            where q.consomme <= v_limite - excluded.consomme
          returning q.consomme - v_somme into v_consomme;
        end if;
        if v_consomme is null then
          -- Not all of them fit: each in its turn, as if it had come alone.
          foreach v_nombre in array p_nombres loop
            return query select r.accorde, r.jour, r.limite, r.restant
              from access.reserve_quota(p_compte, p_famille, v_nombre, v_jour) r;
          end loop;
          return;
        end if;
        foreach v_nombre in array p_nombres loop
          v_consomme := v_consomme + v_nombre;
          return query values (true, v_jour, v_limite, v_limite - v_consomme);
        end loop;
      end $$;
      comment on function access.reserve_quotas is 'Counts each of p_nombres, in their order, all or none of each. A refusal has restant 0 (contract, quota_exceeded). p_jour: tests only.';
      revoke execute on function access.reserve_quotas from public;
      grant execute on function access.reserve_quotas to marches_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function access.reserve_quotas');
  }
}
