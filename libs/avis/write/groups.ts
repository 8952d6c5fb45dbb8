import type { EntityManager } from 'typeorm';
import type { Publication } from '#sources/publication';
import type { FactsSchema } from './facts-schema.js';

/** A queued notice with all its publications. */
export interface AvisGroup {
  id: string;
  /** Null, as is `racine`, for a served row that a replay no longer gives. */
  source: string | null;
  racine: string | null;
  /** Its source is cut. */
  coupee: boolean;
  /** An operator deleted it. */
  supprime: boolean;
  /** Its source no longer publishes it. */
  disparu: boolean;
  publications: Publication[];
}

/** Reads queued notices, in the order asked for. */
export async function readGroups(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<AvisGroup[]> {
  const avis = await manager.query<{ id: string; source: string; racine: string }[]>(
    `select id, source, racine from ${schema}.avis where id = any($1::uuid[])`,
    [ids],
  );
  const deleted = await manager.query<{ avis_id: string }[]>(
    'select avis_id from write.suppression where avis_id = any($1::uuid[])',
    [ids],
  );
  const gone = await manager.query<{ avis_id: string }[]>(
    'select avis_id from write.disparition where avis_id = any($1::uuid[]) and retiree_le is not null',
    [ids],
  );
  const cut = await manager.query<{ code: string }[]>('select code from write.source where coupee');
  const coupees = new Set(cut.map((row) => row.code));
  const supprimes = new Set(deleted.map((row) => row.avis_id));
  const disparus = new Set(gone.map((row) => row.avis_id));
  const publications = await manager.query<{ avis_id: string; body: Publication }[]>(
    `select avis_id, body from ${schema}.publication where avis_id = any($1::uuid[])`,
    [ids],
  );
  const byAvis = new Map<string, Publication[]>();
  for (const { avis_id: id, body } of publications) byAvis.set(id, [...(byAvis.get(id) ?? []), body]);
  const known = new Map(avis.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = known.get(id);
    return {
      id,
      source: row?.source ?? null,
      racine: row?.racine ?? null,
      coupee: row !== undefined && coupees.has(row.source),
      supprime: supprimes.has(id),
      disparu: disparus.has(id),
      publications: byAvis.get(id) ?? [],
    };
  });
}
