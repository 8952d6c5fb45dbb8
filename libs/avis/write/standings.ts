import type { EntityManager } from 'typeorm';
import { completudeOf } from '../enrich/completude.js';
import type { AvisFacts } from '../fold/facts.js';
import type { Member } from '../project/place.js';
import { readClusters } from './read-clusters.js';
import type { FactsSchema } from './facts-schema.js';

/** A notice with all that decides where it stands. */
export interface Standing extends Member {
  /** Null for a served row that a replay no longer gives. */
  racine: string | null;
  /** False while its publications were never folded: nothing is known of it yet. */
  folded: boolean;
  facts: AvisFacts | null;
  /** Null when it stands alone. */
  cluster: string | null;
}

export interface Standings {
  of(id: string): Standing;
  /** All that are the same notice, itself included. */
  setOf(id: string): Standing[];
}

/** Reads notices, and all that are the same as one of them. */
export async function readStandings(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Standings> {
  const clusterOf = await readClusters(manager, schema, ids);
  const all = [...new Set([...ids, ...clusterOf.keys()])];
  const rows = await manager.query<
    { id: string; source: string; racine: string; facts: AvisFacts | null; folded: boolean }[]
  >(
    `select id, source, racine, facts, folded_at is not null as folded from ${schema}.avis where id = any($1::uuid[])`,
    [all],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const supprimes = await idsIn(manager, 'select avis_id from write.suppression where avis_id = any($1::uuid[])', all);
  const disparus = await idsIn(
    manager,
    'select avis_id from write.disparition where avis_id = any($1::uuid[]) and retiree_le is not null',
    all,
  );
  const cut = await manager.query<{ code: string }[]>('select code from write.source where coupee');
  const coupees = new Set(cut.map((row) => row.code));

  const standings = new Map<string, Standing>();
  for (const id of all) {
    const row = known.get(id);
    const facts = row?.facts ?? null;
    standings.set(id, {
      id,
      source: row?.source ?? '',
      racine: row?.racine ?? null,
      folded: row?.folded ?? true,
      facts,
      // One that was never folded may be whole: what keeps it out is said of it nevertheless.
      complete: facts !== null || row?.folded === false,
      supprime: supprimes.has(id),
      disparu: disparus.has(id),
      coupee: row !== undefined && coupees.has(row.source),
      completude: facts === null ? 0 : completudeOf(facts.content).completude,
      date_publication: facts?.date_publication ?? null,
      cluster: clusterOf.get(id) ?? null,
    });
  }
  const sets = groupByCluster(standings);
  return {
    of: (id) => required(standings.get(id), id),
    setOf: (id) => {
      const one = required(standings.get(id), id);
      return one.cluster === null ? [one] : (sets.get(one.cluster) ?? [one]);
    },
  };
}

function groupByCluster(standings: ReadonlyMap<string, Standing>): Map<string, Standing[]> {
  const sets = new Map<string, Standing[]>();
  for (const one of standings.values()) {
    if (one.cluster === null) continue;
    const set = sets.get(one.cluster);
    if (set === undefined) sets.set(one.cluster, [one]);
    else set.push(one);
  }
  return sets;
}

async function idsIn(manager: EntityManager, sql: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await manager.query<{ avis_id: string }[]>(sql, [ids]);
  return new Set(rows.map((row) => row.avis_id));
}

function required(one: Standing | undefined, id: string): Standing {
  if (one === undefined) throw new Error(`the notice ${id} was not read`);
  return one;
}
