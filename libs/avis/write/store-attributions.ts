import type { EntityManager } from 'typeorm';
import type { Publication } from '#sources/publication';
import { attributionId } from '../fold/identity.js';
import { queueAttributions } from './attribution-queue.js';
import type { FactsSchema } from './facts-schema.js';

interface StoredPublication {
  publication: Publication;
  /** The notice that it awards, when it cites one. */
  avisId: string | null;
}

/**
 * Writes the award notices among publications of one source, deletes those that a newer document says are none, and
 * queues both to be projected. @returns how many were queued.
 */
export async function storeAttributions(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  rows: readonly StoredPublication[],
): Promise<number> {
  const awards = rows.filter(({ publication }) => publication.kind === 'attribution');
  const stored = awards.map(
    ({ publication: { identifiant, content, date_publication, keys, lots_concernes }, avisId }) => ({
      id: attributionId(source, identifiant),
      identifiant,
      avis_id: avisId,
      facts: { content, date_publication, keys, lots_concernes },
    }),
  );
  if (stored.length > 0) {
    await manager.query(
      `insert into ${schema}.attribution (id, source, identifiant, avis_id, facts)
       select r.id, $1, r.identifiant, r.avis_id, r.facts
       from json_to_recordset($2::json) as r (id uuid, identifiant text, avis_id uuid, facts json)
       on conflict (id) do update set avis_id = excluded.avis_id, facts = excluded.facts`,
      [source, JSON.stringify(stored)],
    );
  }
  const others = rows.filter(({ publication }) => publication.kind !== 'attribution');
  const [deleted] = await manager.query<[{ id: string }[], number]>(
    `delete from ${schema}.attribution where source = $1 and identifiant = any($2::text[]) returning id`,
    [source, others.map(({ publication }) => publication.identifiant)],
  );
  const queued = [...stored, ...deleted].map(({ id }) => id);
  await queueAttributions(manager, schema, queued);
  return queued.length;
}
