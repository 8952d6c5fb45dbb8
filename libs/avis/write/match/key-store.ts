import type { EntityManager } from 'typeorm';
import type { MatchNotice } from '../../match/notice.js';
import type { FactsSchema } from '../facts-schema.js';
import { capOf, hashedKeysOf } from './hashed-keys.js';

/**
 * Writes what the comparison knows of notices, and their keys. @param notices null for one that is to be compared no more.
 * @returns other notices, whose candidates changed because a key came to bring too many together, or no longer does.
 */
export async function storeKeys(
  manager: EntityManager,
  schema: FactsSchema,
  notices: ReadonlyMap<string, MatchNotice | null>,
): Promise<Set<string>> {
  const ids = [...notices.keys()];
  const rows = await manager.query<{ avis_id: string; keys: string[] }[]>(
    `select avis_id, keys from ${schema}.match_notice where avis_id = any($1::uuid[])`,
    [ids],
  );
  const before = new Map(rows.map((row) => [row.avis_id, row.keys]));
  const added: [string, string][] = [];
  const removed: [string, string][] = [];
  const stored: { avis_id: string; notice: MatchNotice; keys: string[] }[] = [];
  for (const [id, notice] of notices) {
    const old = new Set(before.get(id));
    const keys = notice === null ? [] : hashedKeysOf(notice);
    for (const key of keys) if (!old.delete(key)) added.push([key, id]);
    for (const key of old) removed.push([key, id]);
    if (notice !== null) stored.push({ avis_id: id, notice, keys });
  }
  await writeKeys(manager, schema, added, removed);
  await writeNotices(
    manager,
    schema,
    stored,
    [...notices].filter(([, one]) => one === null).map(([id]) => id),
  );
  const { filled, freed } = await crossings(manager, schema, added, removed);
  const crossed = new Set([...(await parted(manager, schema, filled)), ...(await membersOf(manager, schema, freed))]);
  for (const id of ids) crossed.delete(id);
  return crossed;
}

type KeyOf = readonly [key: string, id: string];

/** Keys that bring too many together since these were added and removed, and those that did before and no longer do. */
async function crossings(
  manager: EntityManager,
  schema: FactsSchema,
  added: readonly KeyOf[],
  removed: readonly KeyOf[],
): Promise<{ filled: string[]; freed: string[] }> {
  const [more, fewer] = [tally(added), tally(removed)];
  const touched = [...new Set([...more.keys(), ...fewer.keys()])];
  const counts = await countUpTo(
    manager,
    schema,
    touched.map((key) => [key, capOf(key) + 1 + (more.get(key) ?? 0)]),
  );
  const filled: string[] = [];
  const freed: string[] = [];
  for (const key of touched) {
    const now = counts.get(key) ?? 0;
    // Counted as far as that tells what it was before.
    const before = now - (more.get(key) ?? 0) + (fewer.get(key) ?? 0);
    if (now > capOf(key) && before <= capOf(key)) filled.push(key);
    if (now <= capOf(key) && before > capOf(key)) freed.push(key);
  }
  return { filled, freed };
}

function tally(keys: readonly KeyOf[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many notices each key brings together, counted no further than its limit. */
async function countUpTo(
  manager: EntityManager,
  schema: FactsSchema,
  limits: readonly (readonly [key: string, limit: number])[],
): Promise<Map<string, number>> {
  if (limits.length === 0) return new Map();
  const rows = await manager.query<{ key: string; n: number }[]>(
    `select k.key::text, c.n from unnest($1::bigint[], $2::int[]) as k (key, most)
     cross join lateral (
       select count(*)::int as n from (select from ${schema}.match_key m where m.key = k.key limit k.most) counted
     ) c`,
    [limits.map(([key]) => key), limits.map(([, limit]) => limit)],
  );
  return new Map(rows.map((row) => [row.key, row.n]));
}

async function writeKeys(
  manager: EntityManager,
  schema: FactsSchema,
  added: readonly KeyOf[],
  removed: readonly KeyOf[],
): Promise<void> {
  if (removed.length > 0) {
    await manager.query(
      `delete from ${schema}.match_key m using unnest($1::bigint[], $2::uuid[]) as r (key, avis_id)
       where m.key = r.key and m.avis_id = r.avis_id`,
      [removed.map(([key]) => key), removed.map(([, id]) => id)],
    );
  }
  if (added.length > 0) {
    await manager.query(
      `insert into ${schema}.match_key (key, avis_id) select * from unnest($1::bigint[], $2::uuid[])`,
      [added.map(([key]) => key), added.map(([, id]) => id)],
    );
  }
}

async function writeNotices(
  manager: EntityManager,
  schema: FactsSchema,
  stored: readonly { avis_id: string; notice: MatchNotice; keys: string[] }[],
  gone: readonly string[],
): Promise<void> {
  if (gone.length > 0) {
    await manager.query(`delete from ${schema}.match_notice where avis_id = any($1::uuid[])`, [gone]);
  }
  await manager.query(
    `insert into ${schema}.match_notice as m (avis_id, notice, keys)
     select r.avis_id, r.notice, array(select json_array_elements_text(r.keys)::bigint)
     from json_to_recordset($1::json) as r (avis_id uuid, notice json, keys json)
     on conflict (avis_id) do update set notice = excluded.notice, keys = excluded.keys
       where m.notice::text <> excluded.notice::text or m.keys <> excluded.keys`,
    [JSON.stringify(stored)],
  );
}

/** Notices linked to another one with which they now share no key that counts. */
async function parted(manager: EntityManager, schema: FactsSchema, filled: readonly string[]): Promise<string[]> {
  if (filled.length === 0) return [];
  const linked = await manager.query<{ a: string; b: string; shared: string[] }[]>(
    `select distinct l.a, l.b, array(select k.key::text from unnest(pa.keys) as k (key) where k.key = any(pb.keys)) as shared
     from ${schema}.match_key m join ${schema}.link l on l.a = m.avis_id
     join ${schema}.match_key o on o.key = m.key and o.avis_id = l.b
     join ${schema}.match_notice pa on pa.avis_id = l.a join ${schema}.match_notice pb on pb.avis_id = l.b
     where m.key = any($1::bigint[])`,
    [filled],
  );
  const keys = [...new Set(linked.flatMap(({ shared }) => shared))];
  const counts = await countUpTo(
    manager,
    schema,
    keys.map((key) => [key, capOf(key) + 1]),
  );
  const isFull = (key: string) => (counts.get(key) ?? 0) > capOf(key);
  return linked.filter(({ shared }) => shared.every(isFull)).flatMap(({ a, b }) => [a, b]);
}

async function membersOf(manager: EntityManager, schema: FactsSchema, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await manager.query<{ id: string }[]>(
    `select distinct avis_id as id from ${schema}.match_key where key = any($1::bigint[])`,
    [keys],
  );
  return rows.map((row) => row.id);
}
