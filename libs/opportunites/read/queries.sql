-- A page of a feed
with hit as materialized (
  select o.score, o.avis_id from read.opportunite o join read.avis a on a.id = o.avis_id
  where o.compte_id = $1
    and o.score >= $2::smallint
    and o.verdict_filtre = any($3::text[])
    and o.statut_utilisateur = any($4::text[])
    and a.statut <> 'retire' and (o.statut_utilisateur in ('saved', 'applied', 'en_attente', 'en_cours', 'gagne', 'perdu') or a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now()))
    and a.source = any($5::text[])
    and a.departements && $6::text[]
    and a.cpv ^@ $7
    and a.budget >= $8::numeric
    and a.jour_limite >= $9::date
    and a.jour_limite <= $10::date
    and (a.budget is null or a.budget <= $11::numeric)
  order by o.score desc, o.avis_id
  limit 1001
), k as (
  select h.score, h.avis_id from hit h
  order by h.score desc, h.avis_id
  limit $12 offset $13
)
select n.hits, i.item from (select count(*)::int as hits from hit) n left join (
  select k.score, k.avis_id,
    left(a.liste, -1) || ',"score":' || o.score || ',"raisons":' || o.raisons || ',"verdict":' || coalesce(o.verdict, 'null')
    || ',"statut_utilisateur":"' || o.statut_utilisateur || '","vu_le":'
    || coalesce('"' || to_char(o.vu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null') || '}' as item
  from k join read.opportunite o on o.avis_id = k.avis_id join read.avis a on a.id = k.avis_id
  where o.compte_id = $14 and a.source = any($15::text[])
) i on true
order by i.score desc, i.avis_id;

-- A page of a feed, with words
with hit as materialized (
  select o.score, o.avis_id from read.opportunite o join read.avis a on a.id = o.avis_id
  where o.compte_id = $1
    and o.score >= $2::smallint
    and o.verdict_filtre = any($3::text[])
    and o.statut_utilisateur = any($4::text[])
    and a.statut <> 'retire' and (o.statut_utilisateur in ('saved', 'applied', 'en_attente', 'en_cours', 'gagne', 'perdu') or a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now()))
    and a.source = any($5::text[])
    and a.departements && $6::text[]
    and a.cpv ^@ $7
    and a.budget >= $8::numeric
    and a.jour_limite >= $9::date
    and a.jour_limite <= $10::date
    and (a.budget is null or a.budget <= $11::numeric)
    and a.recherche @@ plainto_tsquery('read.francais', $12)
), k as (
  select h.score, h.avis_id from hit h
  order by h.score desc, h.avis_id
  limit $13 offset $14
)
select n.hits, i.item from (select count(*)::int as hits from hit) n left join (
  select k.score, k.avis_id,
    left(a.liste, -1) || ',"score":' || o.score || ',"raisons":' || o.raisons || ',"verdict":' || coalesce(o.verdict, 'null')
    || ',"statut_utilisateur":"' || o.statut_utilisateur || '","vu_le":'
    || coalesce('"' || to_char(o.vu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null') || '}' as item
  from k join read.opportunite o on o.avis_id = k.avis_id join read.avis a on a.id = k.avis_id
  where o.compte_id = $15 and a.source = any($16::text[])
) i on true
order by i.score desc, i.avis_id;

-- Detail of a notice, with its score
select case when o.avis_id is null then a.detail
  else left(a.detail, -1) || ',"score":' || o.score || ',"raisons":' || o.raisons || '}' end as detail
from read.avis a left join read.opportunite o on o.avis_id = a.id and o.compte_id = $3
  and a.source = any($4::text[]) and a.statut <> 'retire' and (o.statut_utilisateur in ('saved', 'applied', 'en_attente', 'en_cours', 'gagne', 'perdu') or a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now()))
where a.id = $1 and a.source = any($2::text[])
  and case when a.statut = 'retire' then a.detail::json ->> 'motif_retrait' <> 'supprime' else true end;
