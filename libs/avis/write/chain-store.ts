import type { EntityManager } from 'typeorm';
import { Chains, type Link } from '../fold/chains.js';
import { avisId } from '../fold/identity.js';
import type { FactsSchema } from './facts-schema.js';
import { dependantsOf, queueMatching, queueProjection } from './queue.js';

/** Reads every publication of a source connected with the given identifiers, however far, as chains. */
export async function loadChains(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  incoming: readonly Link[],
): Promise<Chains> {
  const known = new Map<string, Link>();
  const seen = new Set<string>();
  let frontier = new Set(incoming.flatMap((link) => namesOf(link)));
  while (frontier.size > 0) {
    const rows = await readConnected(manager, schema, source, [...frontier]);
    for (const identifiant of frontier) seen.add(identifiant);
    frontier = new Set();
    for (const row of rows) {
      known.set(row.identifiant, row);
      for (const identifiant of namesOf(row)) if (!seen.has(identifiant)) frontier.add(identifiant);
    }
  }
  const states = await manager.query<{ root: string; servable: boolean }[]>(
    `select racine as root, servable from ${schema}.avis where source = $1 and racine = any($2::text[])`,
    [source, [...seen]],
  );
  return new Chains(source, known.values(), states);
}

/** Every name through which a publication is connected. What an initial notice cites is another procurement. */
function namesOf({ identifiant, aliases, kind, cites }: Link): string[] {
  return [identifiant, ...aliases, ...(kind === 'initial' ? [] : cites)];
}

async function readConnected(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  identifiants: string[],
): Promise<Link[]> {
  // One index each; a single OR would read the table. The last two leave the source to us: told of it, a planner without
  // statistics reads the whole source through (source, identifiant), 180 ms instead of 2 among 20,000.
  const rows = await manager.query<(Link & { source: string })[]>(
    `select source, identifiant, aliases, kind, whole, cites from ${schema}.publication
     where source = $1 and identifiant = any($2::text[])
     union all
     select source, identifiant, aliases, kind, whole, cites from ${schema}.publication
     where cites && $2::text[] and kind <> 'initial' and cites <> '{}'
     union all
     select source, identifiant, aliases, kind, whole, cites from ${schema}.publication
     where aliases && $2::text[] and aliases <> '{}'`,
    [source, identifiants],
  );
  return rows.filter((row) => row.source === source);
}

/** Id of the notice of a root, or null when the root is an award. */
export function avisIdOf(source: string, chains: Chains, root: string): string | null {
  return chains.isAward(root) ? null : avisId(source, root);
}

/**
 * Writes what the chains changed: roots of publications that moved, notices that appear, end or are replaced. Queues the
 * notices to fold and match again.
 * @param stored identifiers of the publications that the caller writes itself. @returns number of notices queued.
 */
export async function saveChains(
  manager: EntityManager,
  schema: FactsSchema,
  source: string,
  chains: Chains,
  stored: ReadonlySet<string>,
): Promise<number> {
  const moves = [...chains.moved].filter(([identifiant]) => !stored.has(identifiant));
  if (moves.length > 0) {
    await manager.query(
      `update ${schema}.publication p set avis_id = m.avis_id
       from unnest($2::text[], $3::uuid[]) as m (identifiant, avis_id)
       where p.source = $1 and p.identifiant = m.identifiant`,
      [source, moves.map(([id]) => id), moves.map(([, root]) => avisIdOf(source, chains, root))],
    );
    await manager.query(
      `update ${schema}.attribution a set avis_id = p.avis_id from ${schema}.publication p
       where a.source = $1 and a.identifiant = any($2::text[]) and p.source = $1 and p.identifiant = a.identifiant`,
      [source, moves.map(([id]) => id)],
    );
  }
  const touched = [...chains.touched].sort().map((root) => {
    const state = chains.states.get(root);
    return {
      id: avisId(source, root),
      root,
      servable: state?.servable === true,
      keep: state?.servable === true || (chains.hasMembers(root) && !chains.isAward(root)),
      replacedBy: state?.replacedBy,
    };
  });
  const kept = touched.filter((one) => one.keep);
  const ids = kept.map((one) => one.id);
  const gone = touched.filter((one) => !one.keep).map((one) => one.id);
  // Before the rows of avis, as the matching takes them: in the other order the two wait for each other in a circle.
  await queueMatching(manager, schema, ids, 'publication');
  await manager.query(`delete from ${schema}.a_apparier where avis_id = any($1::uuid[])`, [gone]);
  await manager.query(
    `insert into ${schema}.avis as a (id, source, racine, servable, remplace_par)
     select t.id, $1, t.racine, t.servable, t.remplace_par
     from unnest($2::uuid[], $3::text[], $4::boolean[], $5::uuid[]) as t (id, racine, servable, remplace_par)
     on conflict (id) do update set servable = excluded.servable,
       remplace_par = case when excluded.id = any($6::uuid[]) then excluded.remplace_par else a.remplace_par end`,
    [
      source,
      ids,
      kept.map((one) => one.root),
      kept.map((one) => one.servable),
      kept.map((one) => (one.replacedBy == null ? null : avisId(source, one.replacedBy))),
      kept.filter((one) => one.replacedBy !== undefined).map((one) => one.id),
    ],
  );
  if (gone.length > 0) await manager.query(`delete from ${schema}.avis where id = any($1::uuid[])`, [gone]);
  const dependants = await dependantsOf(manager, schema, ids);
  await queueProjection(manager, schema, dependants, 'publication');
  return new Set([...ids, ...dependants]).size;
}
