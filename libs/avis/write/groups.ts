import type { EntityManager } from 'typeorm';
import type { Publication } from '#sources/publication';

/** A queued notice with all its publications. */
export interface AvisGroup {
  id: string;
  /** Whether write.avis holds it; false for a served row that a replay no longer gives. */
  known: boolean;
  racine: string | null;
  servable: boolean;
  remplacePar: string | null;
  publications: Publication[];
}

/** Reads queued notices, in the order asked for. */
export async function readGroups(manager: EntityManager, ids: readonly string[]): Promise<AvisGroup[]> {
  const avis = await manager.query<{ id: string; racine: string; servable: boolean; remplace_par: string | null }[]>(
    'select id, racine, servable, remplace_par from write.avis where id = any($1::uuid[])',
    [ids],
  );
  const publications = await manager.query<{ avis_id: string; body: Publication }[]>(
    'select avis_id, body from write.publication where avis_id = any($1::uuid[])',
    [ids],
  );
  const byAvis = new Map<string, Publication[]>();
  for (const { avis_id: id, body } of publications) byAvis.set(id, [...(byAvis.get(id) ?? []), body]);
  const known = new Map(avis.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = known.get(id);
    return {
      id,
      known: row !== undefined,
      racine: row?.racine ?? null,
      servable: row?.servable ?? false,
      remplacePar: row?.remplace_par ?? null,
      publications: byAvis.get(id) ?? [],
    };
  });
}
