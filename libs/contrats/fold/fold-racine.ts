import type { Contrat } from '../contrat.js';
import type { ArchivedDeclaration } from './archived-declaration.js';
import { compareIds } from './compare.js';
import { currentState } from './current-state.js';
import { gather } from './gather.js';

export interface FoldedContrat {
  uid: string;
  contrat: Contrat;
  /** Ids of the declarations that speak of it, as they arrived. */
  declarations: string[];
}

/**
 * The contracts of one racine, as they are now. Which declaration belongs to which contract, and the contract's uid, depend
 * on the declarations that arrived before alone: more declarations never move an earlier one nor change a uid.
 * @param racine that of every declaration.
 * @param declarations all of them, in any order.
 */
export function foldRacine(racine: string, declarations: readonly ArchivedDeclaration[]): FoldedContrat[] {
  const taken = new Set<string>();
  const arrived = [...declarations].sort((a, b) => compareIds(a.id, b.id));
  return gather(arrived).map((states, index) => {
    const uid = uidOf(racine, index, states[0]?.declaration.initial.cpv ?? null, taken);
    taken.add(uid);
    return { uid, contrat: currentState(states), declarations: states.map(({ id }) => id) };
  });
}

/**
 * The first contract of a number has the racine itself; those that use it again add their CPV, as decp.info does, or else
 * their rank. A racine never holds `__`, so that no uid of one is the uid of another.
 */
function uidOf(racine: string, index: number, cpv: string | null, taken: ReadonlySet<string>): string {
  if (index === 0) return racine;
  const named = `${racine}__${cpv ?? ''}`;
  return cpv === null || taken.has(named) ? `${racine}__${index + 1}` : named;
}
