import type { EntityManager } from 'typeorm';
import type { RejectionReason } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import type { DifferenceNature } from './compare.js';
import { type AttributionChanges, attributionChanges } from './compare-attributions.js';
import { type Disappearance, disappearances } from './disappearances.js';
import type { ReplayState } from './replay-state.js';

/** What a replay would change. Counts are of the sources replayed. */
export interface ReplayReport {
  sources: SourceCode[];
  /** RFC 3339; null when every document was normalised again. */
  since: string | null;
  documents: { renormalised: number; kept: number };
  publications: { before: number; after: number };
  rejections: { reason: RejectionReason; before: number; after: number }[];
  /** Documents that were rejected and are no more, and the other way round. */
  accepted: Moved;
  rejected: Moved;
  avis: Record<DifferenceNature, number> & {
    /** Compared while the worker had yet to publish what it holds: their difference may be the worker's. */
    waiting: number;
  };
  attributions: AttributionChanges;
  /** Ids, a few of each. */
  examples: Partial<Record<DifferenceNature, string[]>>;
  /** Served fields that change, the most frequent first. */
  fields: FieldReport[];
  disappearances: Disappearance[];
}

export interface FieldReport {
  field: string;
  avis: number;
  examples: { id: string; before: string | null; after: string | null }[];
}

export interface Moved {
  documents: number;
  examples: { document: string; source: SourceCode; identifiant: string; reason: RejectionReason; detail: string }[];
}

const EXAMPLES = 3;

/** Reads the report of a replay that was compared. */
export async function reportOf(db: Pick<EntityManager, 'query'>, replay: ReplayState): Promise<ReplayReport> {
  const { sources } = replay;
  const [documents] = await db.query<{ renormalised: number; kept: number }[]>(
    `select sum(renormalised)::int as renormalised, sum(kept)::int as kept from shadow.progress where source = any($1)`,
    [sources],
  );
  const [publications] = await db.query<{ before: number; after: number }[]>(
    `select (select count(*)::int from write.publication where source = any($1)) as before,
       (select count(*)::int from shadow.publication where source = any($1)) as after`,
    [sources],
  );
  const rejections = await db.query<ReplayReport['rejections']>(
    `select reason, sum(before)::int as before, sum(after)::int as after from (
       select reason, 1 as before, 0 as after from write.rejection where source = any($1)
       union all select reason, 0, 1 from shadow.rejection where source = any($1)
     ) both_sides group by reason order by reason`,
    [sources],
  );
  const natures = await db.query<{ nature: DifferenceNature; avis: number; ids: string[] }[]>(
    `select nature, count(*)::int as avis, (array_agg(avis_id order by avis_id))[1:${String(EXAMPLES)}] as ids
     from shadow.difference group by nature`,
  );
  const counts = { added: 0, changed: 0, gone: 0, filters: 0, failed: 0 };
  for (const { nature, avis } of natures) counts[nature] = avis;
  return {
    sources,
    since: replay.since?.toISOString() ?? null,
    documents: documents ?? { renormalised: 0, kept: 0 },
    publications: publications ?? { before: 0, after: 0 },
    rejections,
    accepted: await moved(db, 'write', 'shadow', sources),
    rejected: await moved(db, 'shadow', 'write', sources),
    avis: { ...counts, waiting: replay.waiting },
    attributions: await attributionChanges(db),
    examples: Object.fromEntries(natures.map(({ nature, ids }) => [nature, ids])),
    fields: await fieldReports(db),
    disappearances: await disappearances(db, replay),
  };
}

async function fieldReports(db: Pick<EntityManager, 'query'>): Promise<FieldReport[]> {
  return db.query<FieldReport[]>(
    `select field, count(*)::int as avis,
       json_agg(json_build_object('id', avis_id, 'before', before, 'after', after) order by avis_id)
         filter (where rank <= ${String(EXAMPLES)}) as examples
     from (
       select f.key as field, d.avis_id, f.value ->> 0 as before, f.value ->> 1 as after,
         row_number() over (partition by f.key order by d.avis_id) as rank
       from shadow.difference d cross join lateral jsonb_each(d.fields) f where d.nature = 'changed'
     ) changes group by field order by count(*) desc, field`,
  );
}

/** Documents that are rejected in one schema and not in the other, which holds them too. */
async function moved(
  db: Pick<EntityManager, 'query'>,
  from: 'write' | 'shadow',
  to: 'write' | 'shadow',
  sources: readonly SourceCode[],
): Promise<Moved> {
  const rows = await db.query<(Moved['examples'][number] & { documents: number })[]>(
    `select r.document_id as document, r.source, d.identifiant, r.reason, left(r.detail, 200) as detail,
       (count(*) over ())::int as documents
     from ${from}.rejection r join write.document d on d.id = r.document_id
     join shadow.progress p on p.source = r.source and r.document_id <= p.upto
     where r.source = any($1) and not exists (select from ${to}.rejection o where o.document_id = r.document_id)
     order by r.document_id limit ${String(EXAMPLES)}`,
    [sources],
  );
  return {
    documents: rows[0]?.documents ?? 0,
    examples: rows.map(({ documents: _documents, ...example }) => example),
  };
}
