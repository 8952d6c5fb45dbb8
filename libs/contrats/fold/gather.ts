import type { ArchivedDeclaration } from './fold-racine.js';
import { type Evidence, evidenceOf, speakOfOne } from './same-contract.js';

interface Gathered {
  states: ArchivedDeclaration[];
  evidence: Evidence[];
}

/**
 * Declarations of one racine, by contract: each joins the first contract that one of its declarations speaks of, or begins
 * one. Contracts are in the order of their first declaration.
 */
export function gather(declarations: readonly ArchivedDeclaration[]): ArchivedDeclaration[][] {
  const contracts: Gathered[] = [];
  const byTrait = new Map<string, Set<number>>();
  for (const state of declarations) {
    const evidence = evidenceOf(state.declaration);
    const at = found(evidence, contracts, byTrait) ?? contracts.push({ states: [], evidence: [] }) - 1;
    const contract = contracts[at];
    contract?.states.push(state);
    if (contract?.evidence.some((known) => known.text === evidence.text) === false) contract.evidence.push(evidence);
    for (const trait of evidence.traits) {
      const contractsOf = byTrait.get(trait);
      if (contractsOf === undefined) byTrait.set(trait, new Set([at]));
      else contractsOf.add(at);
    }
  }
  return contracts.map(({ states }) => states);
}

/** Only contracts that share a trait are compared: a number that a whole register uses is folded in linear time. */
function found(
  evidence: Evidence,
  contracts: readonly Gathered[],
  byTrait: ReadonlyMap<string, ReadonlySet<number>>,
): number | null {
  const candidates = new Set<number>();
  for (const trait of evidence.traits) for (const at of byTrait.get(trait) ?? []) candidates.add(at);
  for (const at of [...candidates].sort((a, b) => a - b)) {
    if (contracts[at]?.evidence.some((known) => speakOfOne(known, evidence)) === true) return at;
  }
  return null;
}
