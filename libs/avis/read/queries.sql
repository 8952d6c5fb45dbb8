-- Page mode, what an index finds: how many, up to one more than are sorted, and the page of few
with hit as materialized (
  select a.date_limite, a.id from read.avis a
  where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.jour_limite >= $3::date
    and a.jour_limite <= $4::date
    and a.date_publication >= $5::date
    and a.completude >= $6::smallint
    and a.date_limite >= $7::date - 1
    and a.date_limite < $8::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $9)
    and array[a.source, a.type_marche, left(a.cpv, 2), left(a.cpv, 3), left(a.cpv, 4), left(a.cpv, 5), a.cpv,
      'c' || a.completude / 10, 'b' || length(trunc(a.budget)::text),
      'b' || length(trunc(a.budget)::text) || left(trunc(a.budget)::text, 1), 'y' || extract(year from a.date_publication)] @> $10::text[]
    and array[a.source, a.type_marche, left(a.cpv, 2), left(a.cpv, 3), left(a.cpv, 4), left(a.cpv, 5), a.cpv,
      'c' || a.completude / 10, 'b' || length(trunc(a.budget)::text),
      'b' || length(trunc(a.budget)::text) || left(trunc(a.budget)::text, 1), 'y' || extract(year from a.date_publication)] && $11::text[]
    and (a.budget >= $12::numeric) is true
    and (a.budget <= $13::numeric) is true
  limit 5001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_limite, a.id from hit a
  where (select n.hits from n) <= 5000
  order by a.date_limite, a.id
  limit $14 offset $15
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_limite, k.id) as items
  from k join read.avis a using (id)
) p;

-- Page mode, many hits or none that an index finds, statut=ouvert, tri=date_limite
with hit as materialized (
  select a.date_limite, a.id from read.avis a
  where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.type_marche = $3
    and a.budget >= $4::numeric
    and a.budget <= $5::numeric
    and a.jour_limite >= $6::date
    and a.jour_limite <= $7::date
    and a.date_publication >= $8::date
    and a.completude >= $9::smallint
    and a.date_limite >= $10::date - 1
    and a.date_limite < $11::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $12)
    and left(a.cpv, 2) = $13
  order by a.date_limite, a.id
  limit 1001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_limite, a.id from hit a
  order by a.date_limite, a.id
  limit $14 offset $15
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_limite, k.id) as items
  from k join read.avis a using (id)
) p;

-- Page mode, the same, statut=clos, tri=publication
with hit as materialized (
  select a.date_publication, a.id from read.avis a
  where a.statut = 'clos'
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.type_marche = $3
    and a.budget >= $4::numeric
    and a.budget <= $5::numeric
    and a.jour_limite >= $6::date
    and a.jour_limite <= $7::date
    and a.date_publication >= $8::date
    and a.completude >= $9::smallint
    and a.date_limite >= $10::date - 1
    and a.date_limite < $11::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $12)
    and left(a.cpv, 2) = $13
  order by a.date_publication desc nulls last, a.id desc
  limit 1001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_publication, a.id from hit a
  order by a.date_publication desc nulls last, a.id desc
  limit $14 offset $15
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_publication desc nulls last, k.id desc) as items
  from k join read.avis a using (id)
) p;

-- Page mode, the same, in the order of the department and of the CPV division
with hit as materialized (
  select a.date_limite, a.id from read.avis_departement a
  where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source = any($1::text[])
    and a.cpv ^@ $2
    and a.type_marche = $3
    and a.budget >= $4::numeric
    and a.budget <= $5::numeric
    and a.jour_limite >= $6::date
    and a.jour_limite <= $7::date
    and a.date_publication >= $8::date
    and a.completude >= $9::smallint
    and a.date_limite >= $10::date - 1
    and a.date_limite < $11::date + 2
    and a.departement = $12
  order by a.date_limite, a.id
  limit 1001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_limite, a.id from hit a
  order by a.date_limite, a.id
  limit $13 offset $14
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_limite, k.id) as items
  from k join read.avis a using (id)
) p;
with hit as materialized (
  select a.date_limite, a.id from read.avis a
  where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source = $1
    and a.cpv ^@ $2
    and left(a.cpv, 2) = $3
  order by a.date_limite, a.id
  limit 1001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_limite, a.id from hit a
  order by a.date_limite, a.id
  limit $4 offset $5
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_limite, k.id) as items
  from k join read.avis a using (id)
) p;

-- Page mode, common words or a department among all years: how many of the notices where the order begins are expected
explain (format json)
select from (
    select * from read.avis a
    where a.statut <> 'retire'
    order by a.date_limite, a.id
    limit 30000
  ) a
where a.statut in ('ouvert', 'clos')
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.cpv ^@ $3
    and a.type_marche = $4
    and a.budget >= $5::numeric
    and a.budget <= $6::numeric
    and a.jour_limite >= $7::date
    and a.jour_limite <= $8::date
    and a.date_publication >= $9::date
    and a.completude >= $10::smallint
    and a.date_limite >= $11::date - 1
    and a.date_limite < $12::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $13);
explain (format json)
select from (
    select * from read.avis_departement a
    where a.statut <> 'retire'
    and a.departement = $12
    order by a.date_publication desc nulls last, a.id desc
    limit 120000
  ) a
where a.statut in ('ouvert', 'clos')
    and a.source = any($1::text[])
    and a.cpv ^@ $2
    and a.type_marche = $3
    and a.budget >= $4::numeric
    and a.budget <= $5::numeric
    and a.jour_limite >= $6::date
    and a.jour_limite <= $7::date
    and a.date_publication >= $8::date
    and a.completude >= $9::smallint
    and a.date_limite >= $10::date - 1
    and a.date_limite < $11::date + 2;

-- Page mode, the same: those hits, and the page
with hit as materialized (
  select a.date_publication, a.id from (
    select * from read.avis a
    where a.statut <> 'retire'
    order by a.date_publication desc nulls last, a.id desc
    limit 30000
  ) a
  where a.statut in ('ouvert', 'clos')
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.cpv ^@ $3
    and a.type_marche = $4
    and a.budget >= $5::numeric
    and a.budget <= $6::numeric
    and a.jour_limite >= $7::date
    and a.jour_limite <= $8::date
    and a.date_publication >= $9::date
    and a.completude >= $10::smallint
    and a.date_limite >= $11::date - 1
    and a.date_limite < $12::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $13)
  order by a.date_publication desc nulls last, a.id desc
  limit 1001
), n as materialized (
  select count(*)::int as hits from hit
), k as (
  select a.date_publication, a.id from hit a
  order by a.date_publication desc nulls last, a.id desc
  limit $14 offset $15
)
select n.hits, p.served, p.items from n cross join (
  select count(*)::int as served, string_agg(a.liste, ',' order by k.date_publication desc nulls last, k.id desc) as items
  from k join read.avis a using (id)
) p;

-- Page mode, very common words: how many open ones are expected
explain (format json)
select from read.avis a
where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and (a.source = any($1::text[])) is true
    and a.departements && $2::text[]
    and a.jour_limite >= $3::date
    and a.jour_limite <= $4::date
    and a.date_publication >= $5::date
    and a.completude >= $6::smallint
    and a.date_limite >= $7::date - 1
    and a.date_limite < $8::date + 2
    and a.recherche @@ plainto_tsquery('read.francais', $9)
    and array[a.source, a.type_marche, left(a.cpv, 2), left(a.cpv, 3), left(a.cpv, 4), left(a.cpv, 5), a.cpv,
      'c' || a.completude / 10, 'b' || length(trunc(a.budget)::text),
      'b' || length(trunc(a.budget)::text) || left(trunc(a.budget)::text, 1), 'y' || extract(year from a.date_publication)] @> $10::text[]
    and array[a.source, a.type_marche, left(a.cpv, 2), left(a.cpv, 3), left(a.cpv, 4), left(a.cpv, 5), a.cpv,
      'c' || a.completude / 10, 'b' || length(trunc(a.budget)::text),
      'b' || length(trunc(a.budget)::text) || left(trunc(a.budget)::text, 1), 'y' || extract(year from a.date_publication)] && $11::text[]
    and (a.budget >= $12::numeric) is true
    and (a.budget <= $13::numeric) is true;

-- Cursor mode, first copy: a page without filter
with h as materialized (
  select $1::text[] as sources, $2::timestamptz as apres, $3::timestamptz as depuis, least(t.now - make_interval(secs => $4),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '65 seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
)
select to_char(h.horizon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon,
  to_char(p.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, p.items, p.served, p.served = 50 and exists (
  select from read.avis a
  where a.source = any(h.sources)
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.version <= h.horizon
    and a.version > p.version
) as more
from h cross join lateral (
  select count(*)::int as served, max(k.version) as version, string_agg(k.liste, ',') as items
  from (
    select a.version, a.liste from read.avis a
    where a.source = any(h.sources)
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.version <= h.horizon
      and a.version > h.apres
    order by a.version
    limit 50
  ) k
) p;

-- Cursor mode, updated_since: a page without filter
with h as materialized (
  select $1::text[] as sources, $2::timestamptz as apres, $3::timestamptz as depuis, least(t.now - make_interval(secs => $4),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '65 seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
)
select to_char(h.horizon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon,
  to_char(p.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, p.items, p.served, p.served = 50 and exists (
  select from read.avis a
  where a.source = any(h.sources)
    and (a.statut = 'retire' or a.source <> all (array(select c.code from read.source c where c.coupee)))
    and a.version >= h.depuis
    and a.version <= h.horizon
    and a.version > p.version
) as more
from h cross join lateral (
  select count(*)::int as served, max(k.version) as version, string_agg(k.liste, ',') as items
  from (
    select a.version, a.liste from read.avis a
    where a.source = any(h.sources)
    and (a.statut = 'retire' or a.source <> all (array(select c.code from read.source c where c.coupee)))
    and a.version >= h.depuis
    and a.version <= h.horizon
      and a.version > h.apres
    order by a.version
    limit 50
  ) k
) p;

-- Cursor mode, first copy: how many hits, up to one more than are few
select count(*)::int as hits from (
  select from read.avis a
  where a.source = any($1::text[])
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.departements && $2::text[]
    and a.cpv ^@ $3
    and a.type_marche = $4
    and a.budget >= $5::numeric
    and a.budget <= $6::numeric
    and a.jour_limite >= $7::date
    and a.jour_limite <= $8::date
    and a.date_publication >= $9::date
    and a.completude >= $10::smallint
    and a.date_limite >= $11::date - 1
    and a.date_limite < $12::date + 2
  limit 1001
) hit;

-- Cursor mode, first copy: a page of few hits
with h as materialized (
  select least(t.now - make_interval(secs => $14),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '65 seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
), hit as materialized (
  select a.id, a.version from read.avis a
  where a.source = any($1::text[])
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.departements && $2::text[]
    and a.cpv ^@ $3
    and a.type_marche = $4
    and a.budget >= $5::numeric
    and a.budget <= $6::numeric
    and a.jour_limite >= $7::date
    and a.jour_limite <= $8::date
    and a.date_publication >= $9::date
    and a.completude >= $10::smallint
    and a.date_limite >= $11::date - 1
    and a.date_limite < $12::date + 2
)
select to_char(h.horizon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon,
  to_char(p.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, p.items, p.served, p.more
from h cross join lateral (
  select (count(*) filter (where n.rang <= 50))::int as served, count(*) > 50 as more, max(n.version) filter (where n.rang <= 50) as version,
    string_agg(n.liste, ',' order by n.version) filter (where n.rang <= 50) as items
  from (
    select k.version, r.liste, row_number() over (order by k.version) as rang
    from (
      select a.id, a.version from hit a
      where a.version > $13::timestamptz
    and a.version <= h.horizon
      order by a.version
      limit 51
    ) k join read.avis r on r.id = k.id
  ) n
) p;

-- Cursor mode, first copy: a page
with h as materialized (
  select least(t.now - make_interval(secs => $14),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '65 seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
)
select to_char(h.horizon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon,
  to_char(p.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, p.items, p.served, p.more
from h cross join lateral (
  select (count(*) filter (where n.rang <= 50))::int as served, count(*) > 50 as more, max(n.version) filter (where n.rang <= 50) as version,
    string_agg(n.liste, ',' order by n.version) filter (where n.rang <= 50) as items
  from (
    select k.version, r.liste, row_number() over (order by k.version) as rang
    from (
      select a.id, a.version from read.avis_departement a
      where a.source = any($1::text[])
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.cpv ^@ $2
    and a.type_marche = $3
    and a.budget >= $4::numeric
    and a.budget <= $5::numeric
    and a.jour_limite >= $6::date
    and a.jour_limite <= $7::date
    and a.date_publication >= $8::date
    and a.completude >= $9::smallint
    and a.date_limite >= $10::date - 1
    and a.date_limite < $11::date + 2
    and a.departement = $12
    and a.version > $13::timestamptz
    and a.version <= h.horizon
      order by a.version
      limit 51
    ) k join read.avis r on r.id = k.id
  ) n
) p;

-- Cursor mode, first copy: the total
select count(*)::int as total from read.avis a
where a.source = any($1::text[])
    and a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.departements && $2::text[]
    and a.cpv ^@ $3
    and a.type_marche = $4
    and a.budget >= $5::numeric
    and a.budget <= $6::numeric
    and a.jour_limite >= $7::date
    and a.jour_limite <= $8::date
    and a.date_publication >= $9::date
    and a.completude >= $10::smallint
    and a.date_limite >= $11::date - 1
    and a.date_limite < $12::date + 2;

-- Cursor mode, first copy: the total without filter
select coalesce(sum(t.nombre), 0)::int as total from (
  select n.nombre from read.nombre_avis n
  where n.departement is null and n.statut = 'ouvert' and n.source = any($1::text[]) and n.source <> all (array(select c.code from read.source c where c.coupee))
  union all
  select -1 from read.avis a
  where a.statut = 'ouvert' and a.closes_at <= now() and a.source = any($1::text[]) and a.source <> all (array(select c.code from read.source c where c.coupee))
) t;

-- Cursor mode, first copy: the total of one department, kept of its open notices, counted of all years
select coalesce(sum(t.nombre), 0)::int as total from (
  select n.nombre from read.nombre_avis n
  where n.departement = $2 and n.statut = 'ouvert' and n.source = any($1::text[]) and n.source <> all (array(select c.code from read.source c where c.coupee))
  union all
  select -1 from read.avis a
  where a.statut = 'ouvert' and a.closes_at <= now() and $2 = any(a.departements) and a.source = any($1::text[]) and a.source <> all (array(select c.code from read.source c where c.coupee))
) t;
select count(*)::int as total from read.avis_departement a
where a.source = $1
    and a.statut <> 'retire'
    and a.source <> all (array(select c.code from read.source c where c.coupee))
    and a.departement = $2;

-- Cursor mode, updated_since: a page
with h as materialized (
  select least(t.now - make_interval(secs => $15),
    greatest(s.last_version + interval '1 microsecond',
      case when not pg_is_in_recovery() then t.now - interval '65 seconds' end)) as horizon
  from read.state s cross join (select clock_timestamp() as now) t
)
select to_char(h.horizon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as horizon,
  to_char(p.version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, p.items, p.served, p.more
from h cross join lateral (
  select (count(*) filter (where n.rang <= 50))::int as served, count(*) > 50 as more, max(n.version) filter (where n.rang <= 50) as version,
    string_agg(n.liste, ',' order by n.version) filter (where n.rang <= 50) as items
  from (
    select k.version, r.liste, row_number() over (order by k.version) as rang
    from (
      select a.id, a.version from read.avis a
      where a.source = any($1::text[])
    and (a.statut = 'retire' or a.source <> all (array(select c.code from read.source c where c.coupee)))
    and a.version >= $2::timestamptz
    and a.departements && $3::text[]
    and a.cpv ^@ $4
    and a.type_marche = $5
    and a.budget >= $6::numeric
    and a.budget <= $7::numeric
    and a.jour_limite >= $8::date
    and a.jour_limite <= $9::date
    and a.date_publication >= $10::date
    and a.completude >= $11::smallint
    and a.date_limite >= $12::date - 1
    and a.date_limite < $13::date + 2
    and a.version > $14::timestamptz
    and a.version <= h.horizon
      order by a.version
      limit 51
    ) k join read.avis r on r.id = k.id
  ) n
) p;

-- Cursor mode, updated_since: the total
select count(*)::int as total from read.avis a
where a.source = any($1::text[])
    and (a.statut = 'retire' or a.source <> all (array(select c.code from read.source c where c.coupee)))
    and a.version >= $2::timestamptz
    and a.departements && $3::text[]
    and a.cpv ^@ $4
    and a.type_marche = $5
    and a.budget >= $6::numeric
    and a.budget <= $7::numeric
    and a.jour_limite >= $8::date
    and a.jour_limite <= $9::date
    and a.date_publication >= $10::date
    and a.completude >= $11::smallint
    and a.date_limite >= $12::date - 1
    and a.date_limite < $13::date + 2;

-- Detail
select a.detail from read.avis a
where a.id = $1 and a.source = any($2::text[])
  and case when a.statut = 'retire' then a.detail::json ->> 'motif_retrait' <> 'supprime' else true end;

-- Award notices: a page
select r.item, k.date_publication::text as jour, k.id from (
  select a.date_publication, a.id from read.attribution a
  where a.source = any($1::text[])
    and a.acheteur_siret = $2
    and a.departement = $3
    and a.cpv ^@ $4
    and a.date_publication >= $5::date
    and a.date_publication <= $6::date
    and (a.date_publication, a.id) < ($7::date, $8::uuid)
  order by date_publication desc, id desc
  limit $9
) k join read.attribution r using (id)
order by k.date_publication desc, k.id desc;

-- Award notices: the first page until a day
select r.item, k.date_publication::text as jour, k.id from (
  select a.date_publication, a.id from read.attribution a
  where a.source = any($1::text[])
    and a.date_publication > '-infinity'
    and a.date_publication <= $2::date
  order by date_publication desc, id desc
  limit $3
) k join read.attribution r using (id)
order by k.date_publication desc, k.id desc;

-- Award notices: the first page of a CPV code
select r.item, k.date_publication::text as jour, k.id from (
  select a.date_publication, a.id from read.attribution a
  where a.source = any($1::text[])
    and left(a.cpv, 5) = $2
    and a.cpv ^@ $3
  order by date_publication desc, id desc
  limit $4
) k join read.attribution r using (id)
order by k.date_publication desc, k.id desc;

-- Award notices: the total
select count(*)::int as total from read.attribution a
where a.source = any($1::text[])
    and a.acheteur_siret = $2
    and a.departement = $3
    and a.cpv ^@ $4
    and a.date_publication >= $5::date
    and a.date_publication <= $6::date;

-- Award notices: the total without filters
select coalesce(sum(c.nombre), 0)::int as total from read.nombre_attributions c
where c.source = any($1::text[]);

-- Award notices: the total of a department
select coalesce(sum(c.nombre), 0)::int as total from read.nombre_attributions_departement c
where c.source = any($1::text[])
    and c.departement = $2;

-- Departments
select o.code, sum(o.nombre)::int as ouverts
from (
  select n.departement as code, n.nombre from read.nombre_avis n
  where n.source is null and n.statut = 'ouvert'
  union all
  select n.departement, -n.nombre from read.nombre_avis n
  where n.statut = 'ouvert' and n.departement is not null and n.source = any(array(
    select s.source from read.nombre_avis s
    where s.statut = 'ouvert' and s.departement is null and s.source <> all ($1::text[])
  ))
  union all
  select d.code, -1 from read.avis a cross join lateral unnest(a.departements) as d (code)
  where a.statut = 'ouvert' and a.closes_at <= now() and a.source = any($1::text[])
) o
group by o.code
having sum(o.nombre) > 0;

-- Sources: open notices
select o.source, sum(o.nombre)::int as ouverts
from (
  select n.source, n.nombre from read.nombre_avis n
  where n.statut = 'ouvert' and n.departement is null
  union all
  select a.source, -1 from read.avis a
  where a.statut = 'ouvert' and a.closes_at <= now()
) o
group by o.source
having sum(o.nombre) > 0;

-- Buyer: open notices
select count(*)::int as ouverts
from read.avis a
where a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now()) and a.acheteur_siret = $1 and a.source = any($2::text[]);

-- Sources: state of collection
select s.code, s.coupee, s.completude_moyenne::float8 as completude_moyenne,
  to_char(s.derniere_publication, 'YYYY-MM-DD') as derniere_publication,
  to_char(s.derniere_collecte at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_collecte,
  case when s.due_at < now() then ceil(extract(epoch from now() - s.due_at) / 60)::int end as retard_minutes
from read.source s;

-- State of the read tables
select s.loading,
  coalesce((select array_agg(c.code) from read.source c where c.coupee), '{}') as cut,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now,
  to_char(s.last_projection at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere_projection
from read.state s where s.one;
