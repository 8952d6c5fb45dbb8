import type { DataSource, EntityManager } from 'typeorm';
import type { Normalised } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import { openStage } from '../locks.js';
import { type ArchivedDocument, isDataError, normaliseDocument, refusedByDatabase } from '../normalise-document.js';
import type { NormaliserOf } from '../normalise.js';
import { type NormalisedDocument, storeNormalised } from '../store-normalised.js';
import { holdReplay, type ReplayState } from './replay-state.js';

/** Compressed size of a batch: bounds memory whatever the documents. */
const BATCH_BYTES = 16 * 1024 * 1024;

export interface RebuildOptions {
  normaliserOf: NormaliserOf;
  /** Most documents of one batch. */
  limit: number;
}

/** Documents of one source to take: after `upto`, up to `target`. */
export interface Stretch {
  source: SourceCode;
  upto: string;
  target: string;
  documents: number;
}

/** A document with what became of it. */
interface Outcome extends NormalisedDocument {
  source: SourceCode;
  kept: boolean;
}

/**
 * What the facts in force hold and the rebuilt ones do not yet. Documents that still wait for the worker are left to it:
 * of one source it takes them in order, so that what it has not taken comes after all the rest.
 */
export async function missing(manager: Pick<EntityManager, 'query'>): Promise<Stretch[]> {
  return manager.query<Stretch[]>(
    `select p.source, p.upto, max(d.id) as target, count(*)::int as documents
     from shadow.progress p join write.document d on d.source = p.source and d.id > p.upto
     where not exists (select from write.a_normaliser n where n.document_id = d.id)
     group by p.source, p.upto`,
  );
}

/** Normalises stretches of the archive in its order into the rebuilt facts. @param onBatch told the documents done. */
export async function rebuildFacts(
  db: DataSource,
  replay: ReplayState,
  stretches: readonly Stretch[],
  options: RebuildOptions,
  onBatch: (documents: number) => void = () => undefined,
): Promise<void> {
  // The next batch is read and normalised while the database stores this one.
  let next = load(db.manager, replay, stretches, null, options);
  for (;;) {
    const batch = await next;
    const last = batch.at(-1);
    if (last === undefined) return;
    next = load(db.manager, replay, stretches, last.id, options);
    next.catch(() => undefined);
    await store(db, replay, batch);
    onBatch(batch.length);
  }
}

/** The same within one transaction, for stretches known to be short. */
export async function rebuildWithin(
  manager: EntityManager,
  replay: ReplayState,
  stretches: readonly Stretch[],
  options: RebuildOptions,
): Promise<void> {
  let last: string | null = null;
  for (;;) {
    const batch: Outcome[] = await load(manager, replay, stretches, last, options);
    if (batch.length === 0) return;
    await write(manager, batch);
    last = batch.at(-1)?.id ?? null;
  }
}

async function store(db: DataSource, replay: ReplayState, batch: readonly Outcome[]): Promise<void> {
  const attempt = (outcomes: readonly Outcome[]) =>
    db.transaction(async (manager) => {
      await openStage(manager);
      await holdReplay(manager, replay.id);
      await write(manager, outcomes);
    });
  try {
    await attempt(batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    for (const outcome of batch) {
      try {
        await attempt([outcome]);
      } catch (refusal) {
        if (!isDataError(refusal)) throw refusal;
        await attempt([{ ...outcome, result: refusedByDatabase(outcome.identifiant, refusal) }]);
      }
    }
  }
}

async function write(manager: EntityManager, batch: readonly Outcome[]): Promise<void> {
  const bySource = new Map<SourceCode, Outcome[]>();
  for (const outcome of batch) bySource.set(outcome.source, [...(bySource.get(outcome.source) ?? []), outcome]);
  for (const [source, outcomes] of bySource) {
    await storeNormalised(manager, 'shadow', source, outcomes);
    const kept = outcomes.filter((outcome) => outcome.kept).length;
    await manager.query(
      `update shadow.progress set upto = $2, renormalised = renormalised + $3, kept = kept + $4 where source = $1`,
      [source, outcomes.at(-1)?.id, outcomes.length - kept, kept],
    );
  }
}

interface Row extends ArchivedDocument {
  source: SourceCode;
  before: string;
  /** What the facts in force made of it, where that is to be kept. */
  stored: Normalised | null;
}

async function load(
  manager: Pick<EntityManager, 'query'>,
  replay: ReplayState,
  stretches: readonly Stretch[],
  after: string | null,
  { normaliserOf, limit }: RebuildOptions,
): Promise<Outcome[]> {
  if (stretches.length === 0) return [];
  const floor =
    after ??
    stretches
      .map(({ upto }) => BigInt(upto))
      .reduce((a, b) => (a < b ? a : b))
      .toString();
  const rows = await manager.query<Row[]>(
    `with taken as (
       select d.id from write.document d
       join unnest($1::text[], $2::bigint[], $3::bigint[]) as s (source, upto, target)
         on s.source = d.source and d.id > s.upto and d.id <= s.target
       where d.id > $4::bigint order by d.id limit $5
     )
     select d.id, d.source, d.identifiant, d.format, case when s.stored is null then d.body end as body, s.stored,
       sum(octet_length(d.body)) over (order by d.id) - octet_length(d.body) as before
     from taken join write.document d on d.id = taken.id
     left join lateral (
       select json_build_object('ok', true, 'publication', p.body) as stored
       from shadow.kept k join write.publication p on p.source = d.source and p.identifiant = k.identifiant
       where k.document_id = d.id and p.document_id = d.id
       union all
       select json_build_object('ok', false, 'rejection',
         json_build_object('reason', r.reason, 'detail', r.detail, 'identifiant', r.identifiant))
       from write.rejection r where r.document_id = d.id
     ) s on d.collected_at < $6::timestamptz
     order by d.id`,
    [
      stretches.map(({ source }) => source),
      stretches.map(({ upto }) => upto),
      stretches.map(({ target }) => target),
      floor,
      limit,
      replay.since,
    ],
  );
  const outcomes: Outcome[] = [];
  for (const { source, stored, before, ...document } of rows) {
    if (Number(before) >= BATCH_BYTES) break;
    const { id, identifiant } = document;
    const result = stored ?? (await normaliseDocument(source, document, normaliserOf));
    outcomes.push({ id, identifiant, source, result, kept: stored !== null });
  }
  return outcomes;
}
