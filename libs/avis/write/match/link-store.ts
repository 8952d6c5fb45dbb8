import type { EntityManager } from 'typeorm';
import { comparePrepared, type Evidence } from '../../match/compare.js';
import type { MatchNotice } from '../../match/notice.js';
import { pairKey } from '../../match/pair-key.js';
import { type Prepared, prepare } from '../../match/prepared.js';
import type { FactsSchema } from '../facts-schema.js';
import { capOf } from './hashed-keys.js';

/** A pair found to be one notice; a < b. */
export interface StoredLink {
  a: string;
  b: string;
  regle: Evidence['regle'];
  score: number;
  champs: Evidence['champs'];
}

/**
 * Compares notices with all that they share a key with, and keeps exactly the links found: those of the notices given
 * that are no longer found are forgotten. @param crossed notices whose facts did not change, to compare again as well.
 * @returns the notices at an end of a link that was there or is there now.
 */
export async function replaceLinks(
  manager: EntityManager,
  schema: FactsSchema,
  notices: ReadonlyMap<string, MatchNotice | null>,
  crossed: ReadonlySet<string>,
): Promise<Set<string>> {
  const ids = [...notices.keys(), ...crossed];
  const old = await linksOf(manager, schema, ids);
  const found = await findLinks(manager, schema, ids, notices);
  const ends = new Set([...old.values(), ...found.values()].flatMap(({ a, b }) => [a, b]));
  const gone = [...old].filter(([pair]) => !found.has(pair)).map(([, link]) => link);
  const changed = [...found].filter(([pair, link]) => !sameLink(old.get(pair), link)).map(([, link]) => link);
  if (gone.length > 0) {
    await manager.query(
      `delete from ${schema}.link l using unnest($1::uuid[], $2::uuid[]) as g (a, b) where l.a = g.a and l.b = g.b`,
      [gone.map(({ a }) => a), gone.map(({ b }) => b)],
    );
  }
  if (changed.length > 0) {
    await manager.query(
      `insert into ${schema}.link (a, b, regle, score, champs)
       select * from json_to_recordset($1::json) as r (a uuid, b uuid, regle text, score real, champs json)
       on conflict (a, b) do update set regle = excluded.regle, score = excluded.score, champs = excluded.champs`,
      [JSON.stringify(changed)],
    );
  }
  return ends;
}

/** Links with at least one end among these, by pair. */
async function linksOf(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, StoredLink>> {
  const rows = await manager.query<StoredLink[]>(
    `select a, b, regle, score, champs from ${schema}.link where a = any($1::uuid[])
     union all
     select a, b, regle, score, champs from ${schema}.link where b = any($1::uuid[]) and not a = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [pairKey(row.a, row.b), row]));
}

async function findLinks(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
  notices: ReadonlyMap<string, MatchNotice | null>,
): Promise<Map<string, StoredLink>> {
  const candidates = await candidatesOf(manager, schema, ids);
  const others = new Set([...candidates.values()].flatMap((set) => [...set]));
  const prepared = new Map<string, Prepared>();
  for (const [id, notice] of notices) if (notice !== null) prepared.set(id, prepare(notice));
  const missing = [...new Set([...ids, ...others])].filter((id) => !prepared.has(id) && notices.get(id) !== null);
  const rows = await manager.query<{ notice: MatchNotice }[]>(
    `select notice from ${schema}.match_notice where avis_id = any($1::uuid[])`,
    [missing],
  );
  for (const { notice } of rows) prepared.set(notice.id, prepare(notice));

  const found = new Map<string, StoredLink>();
  const compared = new Set<string>();
  for (const [id, set] of candidates) {
    for (const other of set) {
      const pair = pairKey(id, other);
      const [one, two] = [prepared.get(id), prepared.get(other)];
      if (compared.has(pair) || one === undefined || two === undefined) continue;
      compared.add(pair);
      // In one order, whichever came first: the score is a sum, and its last bit depends on the order.
      const [a, b] = id < other ? [one, two] : [two, one];
      const { decision, score, evidence } = comparePrepared(a, b);
      if (decision !== 'same') continue;
      found.set(pair, { a: a.notice.id, b: b.notice.id, regle: evidence.regle, score, champs: evidence.champs });
    }
  }
  return found;
}

/** The notices that each shares a key with, a key that brings too many together left out. */
export async function candidatesOf(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, Set<string>>> {
  const owners = await manager.query<{ avis_id: string; keys: string[] }[]>(
    `select avis_id, keys::text[] as keys from ${schema}.match_notice where avis_id = any($1::uuid[])`,
    [ids],
  );
  const keys = [...new Set(owners.flatMap((row) => row.keys))];
  const rows = await manager.query<{ key: string; members: string[] }[]>(
    `select k.key::text, array(select m.avis_id from ${schema}.match_key m where m.key = k.key limit k.cap + 1)::text[] as members
     from unnest($1::bigint[], $2::int[]) as k (key, cap)`,
    [keys, keys.map(capOf)],
  );
  const members = new Map(
    rows.filter((row) => row.members.length <= capOf(row.key)).map((row) => [row.key, row.members]),
  );
  return new Map(
    owners.map(({ avis_id: id, keys: own }) => {
      const set = new Set(own.flatMap((key) => members.get(key) ?? []));
      set.delete(id);
      return [id, set];
    }),
  );
}

function sameLink(old: StoredLink | undefined, link: StoredLink): boolean {
  return (
    old?.regle === link.regle &&
    Math.fround(old.score) === Math.fround(link.score) &&
    JSON.stringify(old.champs) === JSON.stringify(link.champs)
  );
}
