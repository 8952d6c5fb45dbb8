import type { EntityManager } from 'typeorm';
import { isMass } from './mass-disappearance.js';
import { OPEN_NOTICES } from './open-notices.js';
import { lockArchive } from './locks.js';
import { queueMatching } from './queue.js';
import type { NormalisedDocument } from './store-normalised.js';

/** What one inventory made of the notices of its source. */
export interface InventoryOutcome {
  /** Held as open before it. */
  open: number;
  /** Of which it does not show. */
  missing: number;
  /** Retired, since two in a row do not show them. */
  retired: number;
  /** Served again, since it shows them. */
  back: number;
  /** Nothing is retired until an operator has judged; `isNew` when the inventory before did not say so. */
  held: { absents: number; isNew: boolean } | null;
}

/** Inventories in a row that must lack a notice: one may be a row that slipped from page to page. */
export const INVENTORIES_BEFORE_RETIREMENT = 2;

interface OpenNotice {
  id: string;
  present: boolean;
  /** Inventories in a row without it, this one included; 0 when present. */
  missing: number;
  ecartee: boolean;
}

/**
 * Compares what a source publishes as open with what is held of it as open: what two inventories in a row lack is
 * retired, what is shown again is served again, and too much at once is held for an operator. In the transaction of the
 * archive's batch, under the archive's lock of the source.
 * @param inventory identifiers of everything that the source publishes as open. @param now the instant it was read.
 */
export async function recordInventory(
  manager: EntityManager,
  source: string,
  inventory: readonly string[],
  now: Date,
): Promise<InventoryOutcome> {
  const back = await forgetPresent(manager, source, inventory);
  const open = await readOpen(manager, source, inventory, now);
  const missing = open.filter(({ present }) => !present);
  await keepMissing(manager, source, missing, now);
  const due = missing.filter((one) => !one.ecartee && one.missing >= INVENTORIES_BEFORE_RETIREMENT);
  const mass = isMass({
    open: open.length,
    due: due.length,
    recent: await recentlyRetired(manager, source, now),
    empty: inventory.length === 0,
  });
  const counts = { open: open.length, missing: missing.length, back };
  if (mass) {
    const isNew = await hold(manager, source, { ouverts: open.length, absents: due.length }, now);
    return { ...counts, retired: 0, held: { absents: due.length, isNew } };
  }
  await manager.query('delete from write.disparition_retenue where source = $1', [source]);
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await manager.query('update write.disparition set retiree_le = $2 where avis_id = any($1::uuid[])', [ids, now]);
    await queueMatching(manager, 'write', ids, 'disappeared');
  }
  return { ...counts, retired: ids.length, held: null };
}

/**
 * Keeps inventories of a source out until the transaction ends, where any of its notices is missing: they too write
 * disappearances before they queue notices, and whoever did so the other way round would wait for them in a circle.
 * @returns whether any is missing.
 */
export async function holdDisappearances(manager: EntityManager, source: string): Promise<boolean> {
  const [any] = await manager.query<unknown[]>('select 1 from write.disparition where source = $1 limit 1', [source]);
  if (any !== undefined) await lockArchive(manager, source);
  return any !== undefined;
}

/**
 * A document that says something new of a notice after its disappearance: it is published, whatever inventories lack.
 * After `holdDisappearances`.
 */
export async function publishedAgain(
  manager: EntityManager,
  source: string,
  documents: readonly NormalisedDocument[],
): Promise<void> {
  const identifiants = documents.flatMap(({ result }) => (result.ok ? [result.publication.identifiant] : []));
  const [rows] = await manager.query<[{ avis_id: string }[], number]>(
    `delete from write.disparition g using write.publication p join write.document d on d.id = p.document_id
     where p.source = $1 and p.identifiant = any($2::text[]) and g.avis_id = p.avis_id
       and d.collected_at > coalesce(g.retiree_le, g.absente_depuis)
     returning g.avis_id`,
    [source, identifiants],
  );
  const ids = rows.map((row) => row.avis_id);
  await queueMatching(manager, 'write', ids, 'published again');
}

/** @returns how many of those that are shown again were retired. */
async function forgetPresent(manager: EntityManager, source: string, inventory: readonly string[]): Promise<number> {
  const [rows] = await manager.query<[{ avis_id: string; retired: boolean }[], number]>(
    `delete from write.disparition g using write.publication p
     where g.source = $1 and p.avis_id = g.avis_id and p.identifiant = any($2::text[])
     returning g.avis_id, g.retiree_le is not null as retired`,
    [source, inventory],
  );
  const ids = [...new Set(rows.filter((row) => row.retired).map((row) => row.avis_id))];
  await queueMatching(manager, 'write', ids, 'published again');
  return ids.length;
}

function readOpen(
  manager: EntityManager,
  source: string,
  inventory: readonly string[],
  now: Date,
): Promise<OpenNotice[]> {
  return manager.query<OpenNotice[]>(
    `with present as materialized (
       select distinct avis_id from write.publication where source = $1 and identifiant = any($3::text[])
     )
     select o.id, p.avis_id is not null as present, g.ecartee_le is not null as ecartee,
       case when p.avis_id is null then coalesce(g.inventaires, 0) + 1 else 0 end as missing
     from (${OPEN_NOTICES}) o left join present p on p.avis_id = o.id left join write.disparition g on g.avis_id = o.id
     order by o.id`,
    [source, now, inventory],
  );
}

/** Those that are missing and still open; what time closed meanwhile needs no retirement. */
async function keepMissing(
  manager: EntityManager,
  source: string,
  missing: readonly OpenNotice[],
  now: Date,
): Promise<void> {
  const ids = missing.map(({ id }) => id);
  await manager.query(
    'delete from write.disparition where source = $1 and retiree_le is null and not avis_id = any($2::uuid[])',
    [source, ids],
  );
  await manager.query(
    `insert into write.disparition as g (avis_id, source, absente_depuis) select id, $1, $3 from unnest($2::uuid[]) as t (id)
     on conflict (avis_id) do update set inventaires = g.inventaires + 1`,
    [source, ids, now],
  );
}

async function recentlyRetired(manager: EntityManager, source: string, now: Date): Promise<number> {
  const [row] = await manager.query<{ n: number }[]>(
    `select count(*)::int as n from write.disparition
     where source = $1 and not decidee and retiree_le > $2::timestamptz - interval '1 day'`,
    [source, now],
  );
  return row?.n ?? 0;
}

/** @returns whether it was not held before. */
async function hold(
  manager: EntityManager,
  source: string,
  { ouverts, absents }: { ouverts: number; absents: number },
  now: Date,
): Promise<boolean> {
  const [row] = await manager.query<{ fresh: boolean }[]>(
    `insert into write.disparition_retenue (source, depuis, ouverts, absents) values ($1, $4, $2, $3)
     on conflict (source) do update set ouverts = excluded.ouverts, absents = excluded.absents
     returning xmax = 0 as fresh`,
    [source, ouverts, absents, now],
  );
  return row?.fresh === true;
}
