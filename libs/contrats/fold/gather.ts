import type { ArchivedDeclaration } from './archived-declaration.js';
import { type Evidence, evidenceOf, type Likeness, likeness } from './same-contract.js';

/** Bounds of the work on a number that a register uses for thousands. Real contracts have under 20 kinds of evidence. */
const MOST_EVIDENCE = 100;
const MOST_CANDIDATES = 500;

interface Gathered {
  rank: number;
  states: ArchivedDeclaration[];
  /** Of its declarations, without repetition. */
  evidence: Evidence[];
}

/**
 * Declarations of one racine, by contract: each joins the contract whose declarations it is most like (of several, the
 * first), or begins one. Contracts are in the order of their first declaration.
 */
export function gather(declarations: readonly ArchivedDeclaration[]): ArchivedDeclaration[][] {
  const contracts: Gathered[] = [];
  const byText = new Map<string, Gathered>();
  const byTrait = new Map<string, Set<Gathered>>();
  for (const state of declarations) {
    const evidence = evidenceOf(state.declaration);
    const known = byText.get(evidence.text);
    const contract = known ?? mostLike(evidence, byTrait) ?? begun(contracts);
    contract.states.push(state);
    if (known !== undefined || contract.evidence.length >= MOST_EVIDENCE) continue;
    contract.evidence.push(evidence);
    byText.set(evidence.text, contract);
    for (const trait of evidence.traits) {
      const sharing = byTrait.get(trait);
      if (sharing === undefined) byTrait.set(trait, new Set([contract]));
      else sharing.add(contract);
    }
  }
  return contracts.map(({ states }) => states);
}

function begun(contracts: Gathered[]): Gathered {
  const contract: Gathered = { rank: contracts.length, states: [], evidence: [] };
  contracts.push(contract);
  return contract;
}

/** Only contracts that share a trait are compared. */
function mostLike(evidence: Evidence, byTrait: ReadonlyMap<string, ReadonlySet<Gathered>>): Gathered | null {
  const candidates = new Set<Gathered>();
  for (const trait of evidence.traits) addFirst(candidates, byTrait.get(trait));
  let best: Gathered | null = null;
  let most: Likeness = 0;
  for (const contract of [...candidates].sort((a, b) => a.rank - b.rank)) {
    for (const known of contract.evidence) {
      const like = likeness(known, evidence);
      if (like > most) [best, most] = [contract, like];
    }
  }
  return best;
}

function addFirst(candidates: Set<Gathered>, sharing: ReadonlySet<Gathered> | undefined): void {
  let added = 0;
  for (const contract of sharing ?? []) {
    if (added === MOST_CANDIDATES) return;
    candidates.add(contract);
    added += 1;
  }
}
