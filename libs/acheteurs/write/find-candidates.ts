import type { QueryRunner } from 'typeorm';

/**
 * Makes `candidat` (avis_id, cle, departement, pourvu): the notices that publish no SIRET. `pourvu` says why one needs
 * none all the same: `deja`, an earlier run attached it; `double`, a duplicate publishes one and lends it.
 */
export async function findCandidates(session: QueryRunner): Promise<void> {
  await session.query(`
    create temp table candidat as
      with lent as (
        select distinct c.avis_id
        from write.cluster c
        join write.cluster mate on mate.cluster_id = c.cluster_id and mate.avis_id <> c.avis_id
        join mention m on m.avis_id = mate.avis_id and m.siret is not null
      )
      select m.avis_id, n.cle, m.departement,
        case when d.avis_id is not null then 'deja' when l.avis_id is not null then 'double' end as pourvu
      from mention m
      left join nom_vu n using (nom)
      left join write.siret_deduit d on d.avis_id = m.avis_id
      left join lent l on l.avis_id = m.avis_id
      where m.siret is null and m.avis_id is not null;
    analyze candidat`);
}
