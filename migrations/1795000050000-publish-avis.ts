import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The one function that writes served notices and their versions, and the indexes that read.avis needs for its writers.
 * The price and the reasons: docs/decisions/0001-versions-follow-commits.md.
 */
export class PublishAvis1795000050000 implements MigrationInterface {
  readonly name = 'PublishAvis1795000050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index avis_by_closing on read.avis (closes_at) where closes_at is not null;
      -- What the state of a source is made of, every minute, without reading a million notices.
      create index avis_by_source on read.avis (source) include (statut, completude_propre);

      create type write.avis_rendu as (
        id uuid, statut text, closes_at timestamptz, source text, departements text[], acheteur_siret text, cpv text,
        type_marche text, budget numeric, date_limite timestamptz, jour_limite date, date_publication date,
        completude smallint, completude_propre smallint, recherche text, liste text, detail text, empreinte bytea, reason text
      );
      comment on type write.avis_rendu is 'A rendered notice, not yet stamped: liste and detail without version, recherche the text to search in, reason why it was projected.';
    `);

    await runner.query(`
      create function write.publish_avis(rendus write.avis_rendu[]) returns integer
      language plpgsql as $$
      declare
        -- Any number that no other user of the same database takes as an advisory lock.
        stamp_lock constant bigint := 7301950145;
        vecteurs tsvector[];
        changements text[];
        base timestamptz(6);
        stamped integer;
      begin
        if current_setting('transaction_isolation') <> 'read committed' then
          raise exception 'publish_avis needs read committed: after its lock it must see what the previous holder committed';
        end if;
        -- A writer that hangs after its stamp would commit old versions behind the readers' ten-minute margin.
        if current_setting('transaction_timeout') = '0' then
          perform set_config('transaction_timeout', '60s', true);
        end if;

        -- Before the lock: all that costs time, stemming and the list of fields that change. The rows themselves do not
        -- change meanwhile: whoever projects a notice holds its row of write.a_projeter.
        select array_agg(to_tsvector('read.francais', coalesce(r.recherche, '')) order by r.ordinality),
            array_agg(d.champs order by r.ordinality)
          into vecteurs, changements
          from unnest(rendus) with ordinality as r
          left join read.avis a on a.id = r.id and a.empreinte <> r.empreinte and (a.statut = 'retire') = (r.statut = 'retire')
          cross join lateral (
            select case when a.id is not null then (
              select coalesce(string_agg(key, ',' order by key), '')
              from json_each_text(r.detail::json) n full join json_each_text(a.detail::json) o using (key)
              where n.value is distinct from o.value and key <> 'version'
            ) end
          ) as d (champs);

        perform pg_advisory_xact_lock(stamp_lock);
        select case when s.loading then s.last_version else greatest(s.last_version, clock_timestamp()) end
          into strict base from read.state s;

        with rendu as (
          select r.*, vecteurs[r.ordinality] as vecteur from unnest(rendus) with ordinality as r
        ), change as (
          select r.*, base + row_number() over (order by r.ordinality) * interval '1 microsecond' as version
          from rendu r left join read.avis a on a.id = r.id
          where a.empreinte is distinct from r.empreinte
        ), texte as (
          select c.*, ',"version":"' || to_char(c.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}' as fin
          from change c
        ), histoire as (
          insert into write.historique (avis_id, version, statut, motif_retrait, champs, reason)
          select c.id, c.version, c.statut, case when c.statut = 'retire' then c.detail::json ->> 'motif_retrait' end,
            string_to_array(changements[c.ordinality], ','), c.reason
          from change c
        )
        insert into read.avis as a (id, version, statut, closes_at, source, departements, acheteur_siret, cpv,
          type_marche, budget, date_limite, jour_limite, date_publication, completude, completude_propre, recherche, liste,
          detail, empreinte)
        select t.id, t.version, t.statut, t.closes_at, t.source, coalesce(t.departements, '{}'), t.acheteur_siret,
          t.cpv, t.type_marche, t.budget, t.date_limite, t.jour_limite, t.date_publication, coalesce(t.completude, 0),
          coalesce(t.completude_propre, 0), t.vecteur, left(t.liste, -1) || t.fin, left(t.detail, -1) || t.fin, t.empreinte
        from texte t order by t.version
        on conflict (id) do update set
          version = excluded.version, statut = excluded.statut, closes_at = excluded.closes_at, liste = excluded.liste,
          detail = excluded.detail, empreinte = excluded.empreinte, source = excluded.source,
          -- Filters on a retired notice use its last served values.
          (departements, acheteur_siret, cpv, type_marche, budget, date_limite, jour_limite, date_publication,
           completude, completude_propre, recherche) = (
            select case when r then a.departements else excluded.departements end,
              case when r then a.acheteur_siret else excluded.acheteur_siret end,
              case when r then a.cpv else excluded.cpv end,
              case when r then a.type_marche else excluded.type_marche end,
              case when r then a.budget else excluded.budget end,
              case when r then a.date_limite else excluded.date_limite end,
              case when r then a.jour_limite else excluded.jour_limite end,
              case when r then a.date_publication else excluded.date_publication end,
              case when r then a.completude else excluded.completude end,
              case when r then a.completude_propre else excluded.completude_propre end,
              case when r then a.recherche else excluded.recherche end
            from (select excluded.statut = 'retire') as retrait (r));
        get diagnostics stamped = row_count;

        -- The served form is the same: columns that only filters and jobs read follow without a new version.
        if stamped < cardinality(rendus) then
          update read.avis a set closes_at = r.closes_at, departements = coalesce(r.departements, '{}'),
            acheteur_siret = r.acheteur_siret, cpv = r.cpv, type_marche = r.type_marche, budget = r.budget,
            date_limite = r.date_limite, jour_limite = r.jour_limite, date_publication = r.date_publication,
            completude = coalesce(r.completude, 0), completude_propre = coalesce(r.completude_propre, 0), recherche = vecteurs[r.ordinality]
          from unnest(rendus) with ordinality as r
          where a.id = r.id and a.empreinte = r.empreinte and a.statut <> 'retire'
            and (a.closes_at, a.departements, a.acheteur_siret, a.cpv, a.type_marche, a.budget, a.date_limite,
                 a.jour_limite, a.date_publication, a.completude, a.completude_propre, a.recherche)
              is distinct from (r.closes_at, coalesce(r.departements, '{}'), r.acheteur_siret, r.cpv, r.type_marche,
                 r.budget, r.date_limite, r.jour_limite, r.date_publication, coalesce(r.completude, 0),
                 coalesce(r.completude_propre, 0), vecteurs[r.ordinality]);
        end if;

        update read.state set last_version = greatest(last_version, base + stamped * interval '1 microsecond'),
          last_projection = clock_timestamp();
        return stamped;
      end $$;
      comment on function write.publish_avis is
        'Last statement of its transaction. Stamps the rows whose served form changed, in the order given, and returns how many.';
      revoke all on function write.publish_avis from public;
    `);

    await runner.query(`
      create function write.refuse_loading_again() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (new.loading and not old.loading) then
          raise exception 'the first load is over: versions in the past would be missed by every client';
        end if;
        if new.last_version < old.last_version then
          raise exception 'versions never go back';
        end if;
        return new;
      end $$;
      create trigger state_only_goes_on before update or delete on read.state
        for each row execute function write.refuse_loading_again();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger state_only_goes_on on read.state;
      drop function write.refuse_loading_again;
      drop function write.publish_avis;
      drop type write.avis_rendu;
      drop index read.avis_by_source;
      drop index read.avis_by_closing;
    `);
  }
}
