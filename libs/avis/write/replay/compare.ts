import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '#platform/clock';
import type { Rendered } from '../../project/rendered.js';
import { openStage } from '../locks.js';
import { renderNotices } from '../render-notices.js';
import { type ChangedFields, changedFields } from './changed-fields.js';
import { holdReplay, type ReplayState } from './replay-state.js';

export interface CompareOptions {
  clock: Clock;
  /** Most notices of one batch. */
  limit: number;
  /** Address of the public site. */
  siteUrl: string;
}

export type DifferenceNature =
  /** Served after, not before. */
  | 'added'
  /** Another served form, or another retired one. */
  | 'changed'
  /** Served before, retired after. */
  | 'gone'
  /** The same served form, other values to filter by. */
  | 'filters'
  /** Our own code failed on it: what is served stays. */
  | 'failed';

interface Difference {
  avis_id: string;
  nature: DifferenceNature;
  fields: ChangedFields;
}

/** A served row beside what the rebuilt facts make of it. */
interface Served {
  id: string;
  statut: Rendered['statut'];
  same: boolean;
  filters: boolean;
  liste: string | null;
  detail: string | null;
}

/** Queues the served notices that the rebuilt facts no longer know, as the stages queued those that they do. */
export async function queueUnknown(manager: EntityManager, replay: ReplayState): Promise<void> {
  await manager.query(
    `insert into shadow.a_projeter (avis_id, reason)
     select a.id, 'replay' from read.avis a
     where a.source = any($1::text[]) and not exists (select from shadow.avis s where s.id = a.id)
     on conflict (avis_id) do nothing`,
    [replay.sources],
  );
}

/** Number of notices left to compare. */
export async function countToCompare(db: Pick<EntityManager, 'query'>): Promise<number> {
  const [row] = await db.query<{ n: number }[]>('select count(*)::int as n from shadow.a_projeter');
  return row?.n ?? 0;
}

/**
 * Renders the queued notices from the rebuilt facts and records how each differs from what is served.
 * @param waitingToo also those for which the worker has yet to publish what it holds: the difference is then not of the
 * replay alone. @returns how many were compared.
 */
export async function compareQueued(
  db: DataSource,
  replay: ReplayState,
  options: CompareOptions & { waitingToo: boolean },
  onBatch: (notices: number) => void = () => undefined,
): Promise<number> {
  let total = 0;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await db.transaction((manager) => compareBatch(manager, replay, after, options));
    if (ids.length === 0) return total;
    total += ids.length;
    after = ids.at(-1) ?? null;
    onBatch(ids.length);
  }
}

async function compareBatch(
  manager: EntityManager,
  replay: ReplayState,
  after: string | null,
  { clock, limit, siteUrl, waitingToo }: CompareOptions & { waitingToo: boolean },
): Promise<string[]> {
  await openStage(manager);
  await holdReplay(manager, replay.id);
  const queued = await manager.query<{ id: string; closes_at: Date | null }[]>(
    `select q.avis_id as id, a.closes_at from shadow.a_projeter q left join read.avis a on a.id = q.avis_id
     where q.avis_id > $1 and ($3 or not (exists (select from write.a_projeter w where w.avis_id = q.avis_id)
       or exists (select from write.a_apparier w where w.avis_id = q.avis_id)))
     order by q.avis_id limit $2`,
    [after ?? '00000000-0000-0000-0000-000000000000', limit, waitingToo],
  );
  const ids = queued.map((row) => row.id);
  if (ids.length === 0) return [];
  const now = clock.now();
  const closing = new Map(queued.map((row) => [row.id, row.closes_at]));
  const { rendered, failures } = await renderNotices(manager, 'shadow', ids, {
    siteUrl,
    nowOf: (id) => justBefore(closing.get(id) ?? null, now),
  });
  const served = await readServed(manager, rendered);
  const differences: Difference[] = [
    ...rendered.flatMap((row) => differenceOf(row, served.get(row.id)) ?? []),
    ...[...failures].map(([id, error]) => ({ avis_id: id, nature: 'failed' as const, fields: failedFields(error) })),
  ];
  await record(manager, ids, differences);
  await manager.query('delete from shadow.a_projeter where avis_id = any($1::uuid[])', [ids]);
  return ids;
}

/** What time alone has closed and the worker has not yet is no difference: it is compared as it was before. */
function justBefore(closesAt: Date | null, now: Date): Date {
  return closesAt !== null && closesAt <= now ? new Date(closesAt.getTime() - 1) : now;
}

async function readServed(manager: EntityManager, rendered: readonly Rendered[]): Promise<Map<string, Served>> {
  const rows = await manager.query<Served[]>(
    `select a.id, a.statut, t.same, case when not t.same then a.liste end as liste,
       case when not t.same then a.detail end as detail,
       t.same and a.statut <> 'retire' and (a.closes_at, a.departements, a.acheteur_siret, a.cpv, a.type_marche, a.budget,
         a.date_limite, a.jour_limite, a.date_publication, a.completude, a.completude_propre)
       is distinct from (r.closes_at, r.departements, r.acheteur_siret, r.cpv, r.type_marche, r.budget,
         r.date_limite, r.jour_limite, r.date_publication, r.completude, r.completude_propre) as filters
     from json_to_recordset($1::json) as r (id uuid, empreinte text, closes_at timestamptz, departements text[],
       acheteur_siret text, cpv text, type_marche text, budget numeric, date_limite timestamptz, jour_limite date, date_publication date,
       completude smallint, completude_propre smallint)
     join read.avis a on a.id = r.id
     cross join lateral (select a.empreinte = decode(r.empreinte, 'hex') as same) t`,
    [
      JSON.stringify(
        rendered.map(({ liste: _liste, detail: _detail, recherche: _recherche, empreinte, ...row }) => ({
          ...row,
          empreinte: empreinte.toString('hex'),
        })),
      ),
    ],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function differenceOf(row: Rendered, served: Served | undefined): Difference | null {
  const isServed = row.statut !== 'retire';
  const wasServed = served !== undefined && served.statut !== 'retire';
  if (served?.same === true) return served.filters ? { avis_id: row.id, nature: 'filters', fields: {} } : null;
  if (isServed && !wasServed) return { avis_id: row.id, nature: 'added', fields: {} };
  if (wasServed && !isServed) return { avis_id: row.id, nature: 'gone', fields: {} };
  return { avis_id: row.id, nature: 'changed', fields: fieldsOf(row, served) };
}

/** Fields of the detail, which holds all; where only the list's form differs, those of the list. */
function fieldsOf(row: Rendered, served: Served | undefined): ChangedFields {
  const detail = changedFields(formOf(served?.detail), formOf(row.detail) ?? {});
  if (Object.keys(detail).length > 0) return detail;
  const liste = changedFields(formOf(served?.liste), formOf(row.liste) ?? {});
  return Object.fromEntries(Object.entries(liste).map(([field, values]) => [`liste.${field}`, values]));
}

function formOf(text: string | null | undefined): Record<string, unknown> | null {
  return text == null ? null : (JSON.parse(text) as Record<string, unknown>);
}

function failedFields(error: string): ChangedFields {
  return { error: [null, error] };
}

async function record(
  manager: EntityManager,
  ids: readonly string[],
  differences: readonly Difference[],
): Promise<void> {
  await manager.query('delete from shadow.difference where avis_id = any($1::uuid[])', [ids]);
  if (differences.length === 0) return;
  await manager.query(
    `insert into shadow.difference (avis_id, source, nature, fields)
     select d.avis_id, coalesce(a.source, w.source), d.nature, d.fields
     from json_to_recordset($1::json) as d (avis_id uuid, nature text, fields jsonb)
     left join read.avis a on a.id = d.avis_id left join shadow.avis w on w.id = d.avis_id`,
    [JSON.stringify(differences)],
  );
}
