import type { DataSource, EntityManager } from 'typeorm';
import type { DocumentFormat, Normalise } from '#sources/adapter';
import type { RejectionReason } from '#sources/publication';
import { SOURCES, type SourceCode } from '#sources/registry';
import { holdDisappearances, publishedAgain } from './inventory.js';
import { openStage, tryLockChains } from './locks.js';
import { type ArchivedDocument, isDataError, normaliseDocument, refusedByDatabase } from './normalise-document.js';
import { storeNormalised, type NormalisedDocument } from './store-normalised.js';

export interface NormaliseCounts {
  /** Documents taken, rejected ones included. Zero: nothing to do, or another process is doing it. */
  done: number;
  /** Of which became no publication, and why. */
  rejections: readonly { source: SourceCode; reason: RejectionReason }[];
  /** Notices queued to be matched. */
  avis: number;
  /** Award notices queued to be projected. */
  attributions: number;
}

/** The normaliser of a format; throws for a format that none reads. */
export type NormaliserOf = (format: DocumentFormat) => Normalise;

/** Compressed size of a batch: bounds memory whatever the documents. */
const BATCH_BYTES = 16 * 1024 * 1024;
const NOTHING: NormaliseCounts = { done: 0, rejections: [], avis: 0, attributions: 0 };

/**
 * Takes the oldest documents waiting of one source, turns each into a publication or a stated rejection, finds the
 * notices they belong to and queues these for projection: one transaction. A source's documents are always taken in the
 * order of the archive and by one process at a time, so that the size of batches changes nothing.
 * @param limit most documents.
 */
export async function normaliseBatch(
  db: DataSource,
  normaliserOf: NormaliserOf,
  limit: number,
): Promise<NormaliseCounts> {
  for (const source of await waitingSources(db)) {
    try {
      const counts = await normaliseSource(db, source, normaliserOf, limit);
      if (counts.done > 0) return counts;
    } catch (error) {
      if (!isDataError(error)) throw error;
      return oneByOne(db, source, normaliserOf, limit);
    }
  }
  return NOTHING;
}

/** Sources with documents waiting, the one that waits longest first. */
async function waitingSources(db: DataSource): Promise<SourceCode[]> {
  const rows = await db.query<{ code: SourceCode }[]>(
    `select s.code from unnest($1::text[]) as s (code) cross join lateral (
       select document_id from write.a_normaliser where source = s.code order by document_id limit 1
     ) oldest order by oldest.document_id`,
    [SOURCES.map((source) => source.code)],
  );
  return rows.map((row) => row.code);
}

/** The database refused a value of some document: that one is rejected, the others go on. */
async function oneByOne(
  db: DataSource,
  source: SourceCode,
  normaliserOf: NormaliserOf,
  limit: number,
): Promise<NormaliseCounts> {
  const total = { ...NOTHING };
  for (let taken = 0; taken < limit; taken += 1) {
    let counts: NormaliseCounts;
    try {
      counts = await normaliseSource(db, source, normaliserOf, 1);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const refuse: NormaliserOf = () => (document) => refusedByDatabase(document.identifiant, error);
      counts = await normaliseSource(db, source, refuse, 1);
    }
    if (counts.done === 0) break;
    total.done += counts.done;
    total.rejections = [...total.rejections, ...counts.rejections];
    total.avis += counts.avis;
    total.attributions += counts.attributions;
  }
  return total;
}

async function normaliseSource(
  db: DataSource,
  source: SourceCode,
  normaliserOf: NormaliserOf,
  limit: number,
): Promise<NormaliseCounts> {
  return db.transaction(async (manager) => {
    await openStage(manager);
    if (!(await tryLockChains(manager, source))) return NOTHING;
    const documents = await take(manager, source, limit);
    if (documents.length === 0) return NOTHING;
    const normalised: NormalisedDocument[] = [];
    for (const document of documents) {
      normalised.push({
        id: document.id,
        identifiant: document.identifiant,
        result: await normaliseDocument(source, document, normaliserOf),
      });
    }
    const missing = await holdDisappearances(manager, source);
    const queued = await storeNormalised(manager, 'write', source, normalised);
    if (missing) await publishedAgain(manager, source, normalised);
    await manager.query('delete from write.a_normaliser where document_id = any($1::bigint[])', [
      documents.map(({ id }) => id),
    ]);
    const rejections = normalised.flatMap(({ result }) =>
      result.ok ? [] : [{ source, reason: result.rejection.reason }],
    );
    return { done: documents.length, rejections, ...queued };
  });
}

async function take(manager: EntityManager, source: string, limit: number): Promise<ArchivedDocument[]> {
  const rows = await manager.query<(ArchivedDocument & { before: string })[]>(
    `select d.id, d.identifiant, d.format, d.body, sum(octet_length(d.body)) over (order by d.id) - octet_length(d.body) as before
     from write.document d
     where d.id in (
       select document_id from write.a_normaliser where source = $1 order by document_id limit $2 for update skip locked
     ) order by d.id`,
    [source, limit],
  );
  return rows.filter((row) => Number(row.before) < BATCH_BYTES);
}
