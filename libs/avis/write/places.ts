import type { EntityManager } from 'typeorm';
import { canonicalOf, type Place, placeOf } from '../project/place.js';
import type { FactsSchema } from './facts-schema.js';
import { finalReplacements } from './retire.js';
import { readStandings, type Standings } from './standings.js';

/**
 * Where each notice stands among those that are the same. One that was never folded has no place unless it is deleted,
 * gone from its source or cut off: a defect of ours keeps nothing served that must go.
 */
export async function placesOf(
  manager: EntityManager,
  schema: FactsSchema,
  ids: readonly string[],
  standings: Standings,
): Promise<Map<string, Place>> {
  const without = ids.filter((id) => !standings.of(id).complete);
  const heirs = await finalReplacements(manager, schema, without);
  const heirStandings = heirs.size === 0 ? null : await readStandings(manager, schema, [...new Set(heirs.values())]);
  const places = new Map<string, Place>();
  for (const id of ids) {
    const { folded, supprime, disparu, coupee } = standings.of(id);
    if (!folded && !supprime && !disparu && !coupee) continue;
    const heir = heirs.get(id);
    const served = heir === undefined ? null : canonicalOf(heirStandings?.setOf(heir) ?? []);
    places.set(id, placeOf(standings.of(id), standings.setOf(id), served?.id ?? heir ?? null));
  }
  return places;
}
