import type { DataSource } from 'typeorm';

/** A group of notices of several sources that are the same one. */
export interface ListedCluster {
  cluster_id: string;
  /** One of its notices: the evidence is asked for by it. */
  id: string;
  titre: string | null;
  sources: string[];
  membres: number;
  /** Strongest and weakest link, in bits; null where an operator alone says so. */
  fort: number | null;
  faible: number | null;
  /** Rule of its weakest link. */
  regle: string | null;
}

/** Notices looked at, the latest changed: groups that changed lately are among them. */
const LATEST = 1_000;
const LISTED = 40;

/** The groups that changed last, the least sure of them first. */
export function lastClusters(db: DataSource): Promise<ListedCluster[]> {
  return db.query(
    `with latest as (
       select c.cluster_id, max(a.version) as version
       from (select id, version from read.avis order by read.avis.version desc limit ${LATEST}) a
       -- One by one: joined otherwise, the whole table would be read for these thousand.
       cross join lateral (select cluster_id from write.cluster where avis_id = a.id limit 1) c group by c.cluster_id order by 2 desc limit ${LISTED}
     ), members as (
       select l.cluster_id, m.avis_id, a.source, a.statut, a.detail
       from latest l join write.cluster m on m.cluster_id = l.cluster_id left join read.avis a on a.id = m.avis_id
     )
     select g.cluster_id, g.id, served.titre, g.sources, g.membres, links.fort, links.faible, links.regle
     from (
       select cluster_id, min(avis_id::text) as id, count(*)::int as membres,
         array_agg(distinct source order by source) filter (where source is not null) as sources
       from members group by cluster_id
     ) g
     left join lateral (
       select detail::json ->> 'titre' as titre from members m
       where m.cluster_id = g.cluster_id and m.statut <> 'retire' limit 1
     ) served on true
     left join lateral (
       select max(k.score)::float8 as fort, min(k.score)::float8 as faible,
         (array_agg(k.regle order by k.score))[1] as regle
       from write.link k where k.a in (select avis_id from members m where m.cluster_id = g.cluster_id)
     ) links on true
     order by links.faible nulls first, g.membres desc, g.id`,
  );
}
