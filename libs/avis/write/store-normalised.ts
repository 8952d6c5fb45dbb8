import type { EntityManager } from 'typeorm';
import type { Normalised, Publication, Rejection } from '#sources/publication';
import { avisIdOf, loadChains, saveChains } from './chain-store.js';
import type { FactsSchema } from './facts-schema.js';
import { type ReadPublication, withoutOlderStates } from './older-states.js';
import { storeAttributions } from './store-attributions.js';

export interface NormalisedDocument {
  /** Of write.document. */
  id: string;
  identifiant: string;
  result: Normalised;
}

export interface StoredCounts {
  /** Notices queued to be matched and projected. */
  avis: number;
  /** Award notices queued to be projected. */
  attributions: number;
}

/**
 * Writes what normalisation made of documents of one source, given in the order of the archive, and queues the notices
 * and award notices that change.
 */
export async function storeNormalised(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  documents: readonly NormalisedDocument[],
): Promise<StoredCounts> {
  const read: ReadPublication[] = [];
  const rejections: { documentId: string; rejection: Rejection }[] = [];
  for (const { id, result } of documents) {
    if (result.ok) read.push({ documentId: id, publication: result.publication });
    else rejections.push({ documentId: id, rejection: result.rejection });
  }
  await storeRejections(manager, schema, source, rejections);
  const publications = await withoutOlderStates(manager, schema, source, read);
  if (publications.length === 0) return { avis: 0, attributions: 0 };

  const links = publications.map(({ publication }) => publication);
  const chains = await loadChains(manager, schema, source, links);
  for (const link of links) chains.add(link);

  // The latest document of an identifier wins.
  const latest = new Map(publications.map((one) => [one.publication.identifiant, one]));
  const rows = [...latest.values()].map(({ documentId, publication }) => {
    const root = chains.rootOf(publication.identifiant) ?? publication.identifiant;
    return { documentId, publication, avisId: avisIdOf(source, chains, root) };
  });
  await storePublications(manager, schema, source, rows);
  const attributions = await storeAttributions(manager, schema, source, rows);
  const avis = await saveChains(manager, schema, source, chains, new Set(latest.keys()));
  await recordLatest(manager, schema, source, links);
  return { avis, attributions };
}

interface PublicationRow {
  documentId: string;
  publication: Publication;
  avisId: string | null;
}

async function storePublications(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  rows: readonly PublicationRow[],
): Promise<void> {
  await manager.query(
    `insert into ${schema}.publication as p (document_id, source, identifiant, aliases, kind, whole, date_publication, cites, avis_id, body)
     select r.document_id, $1, r.identifiant, array(select json_array_elements_text(r.aliases)), r.kind, r.whole, r.date_publication,
       array(select json_array_elements_text(r.cites)), r.avis_id, r.body
     from json_to_recordset($2::json) as r (document_id bigint, identifiant text, aliases json, kind text, whole boolean,
       date_publication date, cites json, avis_id uuid, body json)
     on conflict (source, identifiant) do update set document_id = excluded.document_id, aliases = excluded.aliases, kind = excluded.kind,
       whole = excluded.whole, date_publication = excluded.date_publication, cites = excluded.cites,
       avis_id = excluded.avis_id, body = excluded.body`,
    [
      source,
      JSON.stringify(
        rows.map(({ documentId, publication, avisId }) => ({
          document_id: documentId,
          identifiant: publication.identifiant,
          aliases: publication.aliases,
          kind: publication.kind,
          whole: publication.whole,
          date_publication: publication.date_publication,
          cites: publication.cites,
          avis_id: avisId,
          body: publication,
        })),
      ),
    ],
  );
}

async function storeRejections(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  rejections: readonly { documentId: string; rejection: Rejection }[],
): Promise<void> {
  if (rejections.length === 0) return;
  await manager.query(
    `insert into ${schema}.rejection (document_id, source, reason, detail, identifiant)
     select r.document_id, $1, r.reason, r.detail, r.identifiant
     from json_to_recordset($2::json) as r (document_id bigint, reason text, detail text, identifiant text)
     on conflict (document_id) do update set reason = excluded.reason, detail = excluded.detail,
       identifiant = excluded.identifiant`,
    [
      source,
      JSON.stringify(rejections.map(({ documentId, rejection }) => ({ document_id: documentId, ...rejection }))),
    ],
  );
}

/** Day of the latest publication of a source, for read.source; a day still to come says nothing of what we hold. */
async function recordLatest(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  publications: readonly Publication[],
): Promise<void> {
  await manager.query(
    `insert into ${schema}.source as s (code, derniere_publication)
     select $1, max(jour) from unnest($2::date[]) as t (jour) where jour <= (now() at time zone 'Europe/Paris')::date
     on conflict (code) do update set derniere_publication = greatest(s.derniere_publication, excluded.derniere_publication)
       where excluded.derniere_publication > s.derniere_publication or s.derniere_publication is null`,
    [source, publications.map((one) => one.date_publication)],
  );
}
