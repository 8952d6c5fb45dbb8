import { createHash } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { faultPoint } from '#platform/faults/fault-point';
import type { CollectedBatch, RawDocument } from '#sources/adapter';
import type { SourceCode } from '#sources/registry';
import { type InventoryOutcome, recordInventory } from './inventory.js';
import { compress } from './compression.js';
import { openStage, lockArchive } from './locks.js';

export interface Archived {
  /** Documents that the archive did not hold as the latest state of their identifier. */
  added: number;
  /** Of which under an identifier that it knew. */
  changed: number;
  /** Documents that were already its latest state, byte for byte. */
  known: number;
  /** Raw size of the added ones. */
  bytes: number;
  /** Ids of the first and the last of the added ones; null when there is none. */
  first: string | null;
  last: string | null;
  /** What the batch's inventory made of what is held as open; null without one. */
  inventory: InventoryOutcome | null;
}

/**
 * Keeps a batch of raw documents by content, queues the new ones for `normaliseBatch` and moves the source's position:
 * all or nothing. Safe to repeat with the same batch, but for its inventory, which is then counted as another.
 * @param now the instant of which the inventory tells.
 */
export async function archiveBatch(
  db: DataSource,
  source: SourceCode,
  batch: CollectedBatch,
  now = new Date(),
): Promise<Archived> {
  // Compression takes most of the time: before the transaction.
  const documents = await Promise.all(
    batch.documents.map(async (document) => ({
      document,
      hash: createHash('sha256').update(document.body).digest(),
      body: await compress(document.body),
    })),
  );
  const archived = await db.transaction(async (manager) => {
    await openStage(manager);
    await lockArchive(manager, source);
    const { hashes, ...added } = await insertNew(manager, source, documents);
    await manager.query(
      `insert into write.source (code, position, position_at) values ($1, $2, clock_timestamp())
       on conflict (code) do update set position = excluded.position, position_at = excluded.position_at`,
      [source, JSON.stringify(batch.position)],
    );
    const inventory =
      batch.inventory === undefined ? null : await recordInventory(manager, source, batch.inventory, now);
    const sizes = new Map(documents.map(({ hash, document }) => [hash.toString('hex'), document.body.length]));
    return {
      ...added,
      inventory,
      added: hashes.length,
      known: documents.length - hashes.length,
      bytes: hashes.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0),
    };
  });
  faultPoint('after-archive');
  return archived;
}

interface HashedDocument {
  document: RawDocument;
  hash: Buffer;
  body: Buffer;
}

/**
 * A document is new when it differs from the one before it under its identifier, in the batch or else in the archive: a
 * record that goes back to an earlier state is a change like any other. @returns hashes, in hexadecimal, of the documents that are new.
 */
async function insertNew(
  manager: EntityManager,
  source: string,
  documents: readonly HashedDocument[],
): Promise<{ hashes: string[] } & Pick<Archived, 'changed' | 'first' | 'last'>> {
  if (documents.length === 0) return { hashes: [], changed: 0, first: null, last: null };
  const [row] = await manager.query<[{ hashes: string[]; changed: number; first: string | null; last: string | null }]>(
    `with given as (
       select d.*, lag(d.hash) over (partition by d.identifiant order by d.rang) as earlier
       from unnest($2::text[], $3::text[], $4::bytea[], $5::text[], $6::bytea[])
         with ordinality as d (identifiant, format, hash, url, body, rang)
     ), fresh as (
       select d.identifiant, d.format, d.hash, d.url, d.body, d.rang, coalesce(d.earlier, held.hash) is not null as changed
       from given d
       left join lateral (
         select w.hash from write.document w
         where w.source = $1 and w.identifiant = d.identifiant order by w.id desc limit 1
       ) held on true
       where coalesce(d.earlier, held.hash) is distinct from d.hash
     ), added as (
       insert into write.document (source, identifiant, format, hash, url, body)
       select $1, identifiant, format, hash, url, body from fresh order by rang
       returning id, hash
     ), queued as (
       insert into write.a_normaliser (document_id, source) select id, $1 from added
     )
     select coalesce(array_agg(encode(hash, 'hex')), '{}') as hashes, min(id)::text as first, max(id)::text as last,
       (select count(*)::int from fresh where changed) as changed
     from added`,
    [
      source,
      documents.map(({ document }) => storable(document.identifiant)),
      documents.map(({ document }) => document.format),
      documents.map(({ hash }) => hash),
      documents.map(({ document }) => storable(document.url)),
      documents.map(({ body }) => body),
    ],
  );
  return row;
}

/** PostgreSQL text holds no NUL; the raw body keeps whatever the source wrote. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '');
}
