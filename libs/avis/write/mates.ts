import type { EntityManager } from 'typeorm';
import type { Mate } from '../enrich/enrich.js';
import { byPrecedence, mayBeServed } from '../project/place.js';
import type { FactsSchema } from './facts-schema.js';
import type { Standings } from './standings.js';

/** The other notices that are the same as each, and that may be served, by precedence. */
export async function matesFor(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
  standings: Standings,
): Promise<Map<string, Mate[]>> {
  const grouped = ids.filter((id) => standings.of(id).cluster !== null);
  if (grouped.length === 0) return new Map();
  const proofs = await readProofs(manager, schema, [
    ...new Set(grouped.flatMap((id) => standings.setOf(id).map((one) => one.id))),
  ]);
  return new Map(
    grouped.map((id) => {
      const proven = reachedFrom(id, proofs);
      const mates = standings
        .setOf(id)
        .filter((one) => one.id !== id && mayBeServed(one))
        .sort(byPrecedence)
        .flatMap(({ id: other, facts }): Mate[] => (facts === null ? [] : [{ facts, proven: proven.has(other) }]));
      return [id, mates];
    }),
  );
}

/** Links by an exact key among notices, both ways. */
async function readProofs(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await manager.query<{ a: string; b: string }[]>(
    `select a, b from ${schema}.link where a = any($1::uuid[]) and b = any($1::uuid[]) and regle <> 'ressemblance'`,
    [ids],
  );
  const proofs = new Map<string, string[]>();
  for (const { a, b } of rows) {
    proofs.set(a, [...(proofs.get(a) ?? []), b]);
    proofs.set(b, [...(proofs.get(b) ?? []), a]);
  }
  return proofs;
}

function reachedFrom(id: string, proofs: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set([id]);
  for (const one of reached) for (const other of proofs.get(one) ?? []) reached.add(other);
  return reached;
}
