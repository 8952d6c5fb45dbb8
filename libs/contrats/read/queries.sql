-- Contracts: a page by the order of an index
select r.item, k.jour::text as jour, k.n from (
  select c.jour, c.n from read.contrat c
  where c.acheteur_siret = $1
    and c.departement = $2
    and left(c.cpv, 3) = $3
    and c.cpv ^@ $4
    and c.jour >= $5::date
    and c.jour <= $6::date
    and c.montant >= $7::numeric
    and c.montant <= $8::numeric
    and (c.jour, c.n) < ($9::date, $10::int)
  order by jour desc, n desc
  limit $11
) k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts until a day: those without one are left out
select r.item, k.jour::text as jour, k.n from (
  select c.jour, c.n from read.contrat c
  where left(c.cpv, 2) = $1
    and c.jour > '-infinity'
    and c.jour <= $2::date
    and (c.jour, c.n) < ($3::date, $4::int)
  order by jour desc, n desc
  limit $5
) k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts of a buyer: the total
select count(*)::int as total from (
  select c.jour, c.n from read.contrat c
  where c.acheteur_siret = $1
    and c.departement = $2
    and left(c.cpv, 3) = $3
    and c.cpv ^@ $4
    and c.jour >= $5::date
    and c.jour <= $6::date
    and c.montant >= $7::numeric
    and c.montant <= $8::numeric
) k;

-- Contracts of an establishment: a page
select r.item, k.jour::text as jour, k.n from (
  select c.jour, c.n from read.contrat_titulaire c
  where c.acheteur_siret = $1
    and c.departement = $2
    and left(c.cpv, 3) = $3
    and c.cpv ^@ $4
    and c.jour >= $5::date
    and c.jour <= $6::date
    and c.montant >= $7::numeric
    and c.montant <= $8::numeric
    and c.siren = $9
    and c.siret = $10
    and (c.jour, c.n) < ($11::date, $12::int)
  order by jour desc, n desc
  limit $13
) k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts of a company: a page
select r.item, k.jour::text as jour, k.n from (
  select c.jour, c.n from read.contrat_titulaire c
  where c.siren = $1
    and c.premier
    and (c.jour, c.n) < ($2::date, $3::int)
  order by jour desc, n desc
  limit $4
) k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts of a company: the total
select count(*)::int as total from (
  select c.jour, c.n from read.contrat_titulaire c
  where c.siren = $1
    and c.premier
) k;

-- Contracts by words
with hit as materialized (
  select c.jour, c.n from read.contrat c
  where c.acheteur_siret = $1
    and c.departement = $2
    and left(c.cpv, 3) = $3
    and c.cpv ^@ $4
    and c.jour >= $5::date
    and c.jour <= $6::date
    and c.montant >= $7::numeric
    and c.montant <= $8::numeric
    and c.titulaires @> $9::text[]
    and exists (select from read.contrat_titulaire t where t.n = c.n and t.siren = $10 and t.siret = $11)
    and c.recherche @@ plainto_tsquery('read.francais', $12)
    and (c.jour, c.n) < ($13::date, $14::int)
), k as (
  select jour, n from hit
  order by jour desc, n desc
  limit $15
)
select r.item, k.jour::text as jour, k.n, (select count(*)::int from hit) as hits from k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts by words: how many the buyer has, up to one more than are few
select count(*)::int as hits from (
  select from read.contrat c
  where c.acheteur_siret = $1
  limit 201
) hit;

-- Contracts of a buyer that has few, by words
with hit as materialized (
  select c.jour, c.n from read.contrat c
  where c.acheteur_siret = $1
    and (c.recherche @@ plainto_tsquery('read.francais', $2)) is true
    and (c.jour, c.n) < ($3::date, $4::int)
), k as (
  select jour, n from hit
  order by jour desc, n desc
  limit $5
)
select r.item, k.jour::text as jour, k.n, (select count(*)::int from hit) as hits from k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contracts that two companies hold
with hit as materialized (
  select c.jour, c.n from read.contrat c
  where c.titulaires @> $1::text[]
    and exists (select from read.contrat_titulaire t where t.n = c.n and t.siren = $2 and t.siret = $3)
    and (c.jour, c.n) < ($4::date, $5::int)
), k as (
  select jour, n from hit
  order by jour desc, n desc
  limit $6
)
select r.item, k.jour::text as jour, k.n, (select count(*)::int from hit) as hits from k join read.contrat r using (n)
order by k.jour desc, k.n desc;

-- Contractors: how many hits, up to one more than are sorted
select count(*)::int as hits from (
  select from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
  limit 5001
) hit;

-- Contractors of common words: how many stand where the order begins, as the database expects
explain (format json)
select from (
    select * from read.prestataire p order by p.nombre_contrats desc, p.siren limit 15000
  ) p
where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4);

-- Contractors of common words: whether more than a total tells stand there
select count(*)::int as hits from (
  select from (
    select * from read.prestataire p order by p.montant_median desc nulls last, p.siren limit 15000
  ) p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
  limit 1001
) hit;

-- Contractors: few hits, by relevance
with hit as materialized (
  select p.siren, p.nombre_contrats, p.montant_median, p.nom_tri ^@ $6 as starts from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
), k as (
  select h.* from hit h
  order by h.starts desc, h.nombre_contrats desc, h.siren
  limit $7 offset $8
)
select r.item from k join read.prestataire r using (siren)
order by k.starts desc, k.nombre_contrats desc, k.siren;

-- Contractors: few hits, by median amount
with hit as materialized (
  select p.siren, p.nombre_contrats, p.montant_median from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
), k as (
  select h.* from hit h
  order by h.montant_median desc nulls last, h.siren
  limit $6 offset $7
)
select r.item from k join read.prestataire r using (siren)
order by k.montant_median desc nulls last, k.siren;

-- Contractors: many hits, by relevance, names that do not start with the words
select r.item from (
  select p.siren, p.nombre_contrats from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and p.recherche @@ plainto_tsquery('read.francais', $5) and not p.nom_tri ^@ $4
  order by p.nombre_contrats desc, p.siren
  limit $6 offset $7
) k join read.prestataire r using (siren)
order by k.nombre_contrats desc, k.siren;

-- Contractors: many hits, by contracts
select r.item from (
  select p.siren, p.nombre_contrats from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
  order by p.nombre_contrats desc, p.siren
  limit $6 offset $7
) k join read.prestataire r using (siren)
order by k.nombre_contrats desc, k.siren;

-- Contractors: many hits, by median amount
select r.item from (
  select p.siren, p.montant_median from read.prestataire p
  where p.departement = $1
    and p.division_cpv = $2
    and p.taille = $3
    and (p.recherche @@ plainto_tsquery('read.francais', $5) or p.nom_tri ^@ $4)
  order by p.montant_median desc nulls last, p.siren
  limit $6 offset $7
) k join read.prestataire r using (siren)
order by k.montant_median desc nulls last, k.siren;

-- Contractor
select p.detail from read.slug_prestataire s join read.prestataire p using (siren)
where s.slug = $1;

-- Buyer
select a.detail from read.acheteur a where a.siret = $1;
