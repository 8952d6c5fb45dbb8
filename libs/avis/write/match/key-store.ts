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
  const touched = [...new Set([...added, ...removed].map(([key]) => key))];
  const fullBefore = await fullKeys(manager, schema, touched);
  await writeKeys(manager, schema, added, removed);
  await writeNotices(
    manager,
    schema,
    stored,
    [...notices].filter(([, one]) => one === null).map(([id]) => id),
  );
  const fullAfter = await fullKeys(manager, schema, touched);
  const filled = [...fullAfter].filter((key) => !fullBefore.has(key));
  const freed = [...fullBefore].filter((key) => !fullAfter.has(key));
  const crossed = new Set([...(await parted(manager, schema, filled)), ...(await membersOf(manager, schema, freed))]);
  for (const id of ids) crossed.delete(id);
  return crossed;
}

/** Which of these keys bring more notices together than they may. */
async function fullKeys(manager: EntityManager, schema: FactsSchema, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await manager.query<{ key: string }[]>(
    `select k.key::text from unnest($1::bigint[], $2::int[]) as k (key, cap)
     where exists (select from ${schema}.match_key m where m.key = k.key offset k.cap)`,
    [keys, keys.map(capOf)],
  );
  return new Set(rows.map((row) => row.key));
}

async function writeKeys(
  manager: EntityManager,
  schema: FactsSchema,
  added: readonly (readonly [key: string, id: string])[],
  removed: readonly (readonly [key: string, id: string])[],
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
  const full = await fullKeys(manager, schema, [...new Set(linked.flatMap(({ shared }) => shared))]);
  return linked.filter(({ shared }) => shared.every((key) => full.has(key))).flatMap(({ a, b }) => [a, b]);
}

async function membersOf(manager: EntityManager, schema: FactsSchema, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await manager.query<{ id: string }[]>(
    `select distinct avis_id as id from ${schema}.match_key where key = any($1::bigint[])`,
    [keys],
  );
  return rows.map((row) => row.id);
}
