import type { EntityManager } from 'typeorm';
import type { Publication } from '#sources/publication';
import type { FactsSchema } from './facts-schema.js';

/** A publication and the document that it was read from. */
export interface ReadPublication {
  /** Of write.document. */
  documentId: string;
  publication: Publication;
}

/**
 * Leaves out the publications that are older states (`stated_at`) of one that is held or comes before them: publishers
 * list the newest first. A state dated later than the day it was collected is a mistake, and would hide all that follow:
 * it gives way to whatever comes next.
 * @param publications of one source, in the order of the archive.
 */
export async function withoutOlderStates(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  publications: readonly ReadPublication[],
): Promise<readonly ReadPublication[]> {
  const dated = publications.filter(({ publication }) => publication.stated_at !== undefined);
  if (dated.length === 0) return publications;
  const latest = await heldStates(manager, schema, source, dated);
  const collected = await collectedAt(manager, dated);
  return publications.filter(({ documentId, publication: { identifiant, stated_at } }) => {
    const known = latest.get(identifiant) ?? null;
    if (known !== null && stated_at !== undefined && Date.parse(stated_at) < known) return false;
    latest.set(identifiant, believed(stated_at, collected.get(documentId)));
    return true;
  });
}

/** Milliseconds of a state; null where it is not dated, or dated later than it was collected. */
function believed(stated_at: string | undefined, collected: Date | undefined): number | null {
  const state = stated_at === undefined ? Number.NaN : Date.parse(stated_at);
  return collected !== undefined && state <= collected.getTime() ? state : null;
}

/** By identifier. */
async function heldStates(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  publications: readonly ReadPublication[],
): Promise<Map<string, number | null>> {
  const rows = await manager.query<{ identifiant: string; stated_at: string | null; collected_at: Date }[]>(
    `select p.identifiant, p.body ->> 'stated_at' as stated_at, d.collected_at
     from ${schema}.publication p join write.document d on d.id = p.document_id
     where p.source = $1 and p.identifiant = any($2::text[])`,
    [source, publications.map(({ publication }) => publication.identifiant)],
  );
  return new Map(rows.map((row) => [row.identifiant, believed(row.stated_at ?? undefined, row.collected_at)]));
}

/** By id of the document. */
async function collectedAt(
  manager: EntityManager,
  publications: readonly ReadPublication[],
): Promise<Map<string, Date>> {
  const rows = await manager.query<{ id: string; collected_at: Date }[]>(
    'select id, collected_at from write.document where id = any($1::bigint[])',
    [publications.map(({ documentId }) => documentId)],
  );
  return new Map(rows.map(({ id, collected_at }) => [id, collected_at]));
}
