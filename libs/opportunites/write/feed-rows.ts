import type { EntityManager } from 'typeorm';
import { STATUTS_GARDES } from '../membership.js';
import type { Scored } from '../raisons.js';

/** A notice in the feed of an account. */
export interface FeedRow extends Scored {
  compte_id: string;
  avis_id: string;
}

/** Rows of read.opportunite added or changed, and deleted. */
export interface FeedChanges {
  put: number;
  gone: number;
}

/** Which rows are replaced: all those of these notices, or of these accounts. */
export type FeedScope = { avis_id: readonly string[] } | { compte_id: readonly string[] };

/**
 * Makes the feeds hold, within a scope, exactly these rows. Those that are the same are not written; what a user did with
 * a notice comes along, verdicts stay as they are.
 */
export async function replaceFeedRows(
  manager: EntityManager,
  scope: FeedScope,
  rows: readonly FeedRow[],
): Promise<FeedChanges> {
  const [key, ids] =
    'avis_id' in scope ? (['avis_id', scope.avis_id] as const) : (['compte_id', scope.compte_id] as const);
  const [changes] = await manager.query<FeedChanges[]>(
    `with ligne as materialized (
       select l.* from unnest($2::uuid[], $3::uuid[], $4::smallint[], $5::text[]) as l (compte_id, avis_id, score, raisons)
     ), gone as (
       delete from read.opportunite o where o.${key} = any($1::uuid[])
         and not exists (select from ligne l where l.compte_id = o.compte_id and l.avis_id = o.avis_id)
       returning 1
     ), put as (
       insert into read.opportunite as o (compte_id, avis_id, score, raisons, statut_utilisateur, vu_le)
       select l.compte_id, l.avis_id, l.score, l.raisons, coalesce(s.statut, 'new'), s.vu_le
       from ligne l left join write.suivi s on s.compte_id = l.compte_id and s.avis_id = l.avis_id
       order by l.compte_id, l.avis_id
       on conflict (compte_id, avis_id) do update set score = excluded.score, raisons = excluded.raisons,
         statut_utilisateur = excluded.statut_utilisateur, vu_le = excluded.vu_le
       where (o.score, o.raisons, o.statut_utilisateur, o.vu_le)
         is distinct from (excluded.score, excluded.raisons, excluded.statut_utilisateur, excluded.vu_le)
       returning 1
     )
     select (select count(*)::int from put) as put, (select count(*)::int from gone) as gone`,
    [
      ids,
      rows.map((row) => row.compte_id),
      rows.map((row) => row.avis_id),
      rows.map((row) => row.score),
      rows.map((row) => JSON.stringify(row.raisons)),
    ],
  );
  return changes ?? { put: 0, gone: 0 };
}

/** Which accounts hold on to each of these notices. */
export async function readGardes(manager: EntityManager, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  if (ids.length === 0) return new Map();
  const rows = await manager.query<{ avis_id: string; comptes: string[] }[]>(
    `select avis_id, array_agg(compte_id::text) as comptes from write.suivi
     where avis_id = any($1::uuid[]) and statut = any($2::text[]) group by avis_id`,
    [ids, STATUTS_GARDES],
  );
  return new Map(rows.map((row) => [row.avis_id, new Set(row.comptes)]));
}
