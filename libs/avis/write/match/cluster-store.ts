import type { EntityManager } from 'typeorm';
import type { FoundLink, OperatorLink } from '../../match/clusters.js';
import type { MatchNotice } from '../../match/notice.js';
import { regroup } from '../../match/regroup.js';
import { readClusters } from '../read-clusters.js';
import type { FactsSchema } from '../facts-schema.js';

/**
 * Groups anew everything that links reach from notices, and from those that they are or were grouped with.
 * @returns the notices of every cluster that is not what it was.
 */
export async function moveClusters(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Set<string>> {
  const mates = await readClusters(manager, schema, ids);
  const { reached, links, operator } = await reach(manager, schema, new Set([...ids, ...mates.keys()]));
  const before = new Map([...mates, ...(await readClusters(manager, schema, [...reached]))]);
  const connected = [...links, ...operator].flatMap(({ a, b }) => [a, b]);
  const after = new Map<string, string>();
  for (const cluster of regroup(await readNotices(manager, schema, [...new Set(connected)]), links, operator)) {
    for (const id of cluster) after.set(id, cluster[0] ?? id);
  }
  await write(manager, schema, before, after);
  return movedOf(before, after);
}

/** Everything that links, found or imposed, connect with these. */
async function reach(manager: EntityManager, schema: FactsSchema, start: ReadonlySet<string>) {
  const reached = new Set(start);
  const links = new Map<string, FoundLink>();
  const operator = new Map<string, OperatorLink>();
  let frontier = [...start];
  while (frontier.length > 0) {
    const found = await manager.query<FoundLink[]>(
      `select a, b, regle, score from ${schema}.link where a = any($1::uuid[])
       union all select a, b, regle, score from ${schema}.link where b = any($1::uuid[])`,
      [frontier],
    );
    const imposed = await manager.query<OperatorLink[]>(
      `select a, b, decision from write.imposed_link where a = any($1::uuid[])
       union all select a, b, decision from write.imposed_link where b = any($1::uuid[])`,
      [frontier],
    );
    for (const link of found) links.set(`${link.a} ${link.b}`, link);
    for (const link of imposed) operator.set(`${link.a} ${link.b}`, link);
    const joined = [...found, ...imposed.filter(({ decision }) => decision === 'lier')];
    frontier = [...new Set(joined.flatMap(({ a, b }) => [a, b]))].filter((id) => !reached.has(id));
    for (const id of frontier) reached.add(id);
  }
  return { reached, links: [...links.values()], operator: [...operator.values()] };
}

async function readNotices(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, MatchNotice>> {
  const rows = await manager.query<{ notice: MatchNotice }[]>(
    `select notice from ${schema}.match_notice where avis_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ notice }) => [notice.id, notice]));
}

async function write(
  manager: EntityManager,
  schema: FactsSchema,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  const gone = [...before.keys()].filter((id) => !after.has(id));
  if (gone.length > 0) {
    await manager.query(`delete from ${schema}.cluster where avis_id = any($1::uuid[])`, [gone]);
  }
  const changed = [...after].filter(([id, cluster]) => before.get(id) !== cluster);
  if (changed.length > 0) {
    await manager.query(
      `insert into ${schema}.cluster (avis_id, cluster_id) select * from unnest($1::uuid[], $2::uuid[])
       on conflict (avis_id) do update set cluster_id = excluded.cluster_id`,
      [changed.map(([id]) => id), changed.map(([, cluster]) => cluster)],
    );
  }
}

/** Members, before or after, of the clusters that are not the same set before and after. */
function movedOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Set<string> {
  const [old, fresh] = [membersOf(before), membersOf(after)];
  const moved = new Set<string>();
  for (const cluster of new Set([...old.keys(), ...fresh.keys()])) {
    const [then, now] = [old.get(cluster) ?? [], fresh.get(cluster) ?? []];
    if (then.length === now.length && then.every((id, index) => id === now[index])) continue;
    for (const id of [...then, ...now]) moved.add(id);
  }
  return moved;
}

function membersOf(clusters: ReadonlyMap<string, string>): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const [id, cluster] of [...clusters].sort(([a], [b]) => (a < b ? -1 : 1))) {
    members.set(cluster, [...(members.get(cluster) ?? []), id]);
  }
  return members;
}
