import type { EntityManager } from 'typeorm';
import { completudeOf } from '../enrich/completude.js';
import type { AvisFacts } from '../fold/facts.js';
import { type Member, type Place, placeOf } from '../project/place.js';
import type { FactsSchema } from './facts-schema.js';
import type { AvisGroup } from './groups.js';
import { finalReplacements } from './retire.js';

/**
 * Where each notice stands. One whose fold failed has no place unless it is deleted, gone from its source or cut off: a defect of ours keeps
 * nothing served that must go. Until duplicates are matched across sources each is alone in its set.
 */
export async function placesOf(
  manager: EntityManager,
  schema: FactsSchema,
  groups: readonly AvisGroup[],
  folded: ReadonlyMap<string, AvisFacts | null>,
): Promise<Map<string, Place>> {
  const without = groups.filter((group) => folded.get(group.id) === null).map((group) => group.id);
  const heirs = await finalReplacements(manager, schema, without);
  const places = new Map<string, Place>();
  for (const group of groups) {
    const failed = group.racine !== null && !folded.has(group.id);
    if (failed && !group.supprime && !group.disparu && !group.coupee) continue;
    const member = memberOf(group, folded.get(group.id) ?? null, failed);
    places.set(group.id, placeOf(member, [member], heirs.get(group.id) ?? null));
  }
  return places;
}

function memberOf(group: AvisGroup, facts: AvisFacts | null, failed: boolean): Member {
  return {
    id: group.id,
    source: group.source ?? '',
    complete: facts !== null || failed,
    supprime: group.supprime,
    disparu: group.disparu,
    coupee: group.coupee,
    completude: facts === null ? 0 : completudeOf(facts.content).completude,
    date_publication: facts?.date_publication ?? null,
  };
}
