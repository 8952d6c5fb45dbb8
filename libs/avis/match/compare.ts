import { type ExactRule, exactLink } from './exact.js';
import { type Levels, levelsOf } from './levels.js';
import type { MatchNotice } from './notice.js';
import { type Prepared, prepare } from './prepared.js';
import { type Veto, vetoOf } from './vetoes.js';
import { SAME_FROM, UNSURE_FROM } from './thresholds.js';
import { PRIOR, WEIGHTS } from './weights.js';

/** Why a pair was decided as it was; stored with its link and shown to operators. */
export interface Evidence {
  /** The exact rule that holds, or `ressemblance`. */
  regle: ExactRule | 'ressemblance';
  veto: Veto | null;
  /** How each field compares, and the bits that it brings to the score. */
  champs: { [Champ in keyof Levels]: { niveau: Levels[Champ]; poids: number } };
}

export interface Comparison {
  /** Sum of the weights in bits, the prior included: base-2 logarithm of the odds that both are one notice. */
  score: number;
  decision: 'same' | 'different' | 'unsure';
  evidence: Evidence;
}

export function comparePair(a: MatchNotice, b: MatchNotice): Comparison {
  return comparePrepared(prepare(a), prepare(b));
}

/** Same, of notices prepared once for many comparisons. Symmetric. */
export function comparePrepared(a: Prepared, b: Prepared): Comparison {
  const exact = exactLink(a, b);
  if (exact === null) return resemblance(a, b);
  const { score, champs } = weigh(levelsOf(a, b));
  return { score, decision: 'same', evidence: { regle: exact, veto: null, champs } };
}

/** What is left where no exact key holds. */
export function resemblance(a: Prepared, b: Prepared): Comparison {
  const { score, champs } = weigh(levelsOf(a, b));
  const veto = vetoOf(a, b);
  const decision = veto !== null || score < UNSURE_FROM ? 'different' : score < SAME_FROM ? 'unsure' : 'same';
  return { score, decision, evidence: { regle: 'ressemblance', veto, champs } };
}

function weigh(levels: Levels): { score: number; champs: Evidence['champs'] } {
  let score = PRIOR;
  const champs: Record<string, { niveau: string; poids: number }> = {};
  for (const [champ, niveau] of Object.entries(levels) as [keyof Levels, string][]) {
    const poids = WEIGHTS[champ][niveau] ?? 0;
    champs[champ] = { niveau, poids };
    score += poids;
  }
  // Never -0, which JSON does not keep.
  return { score: Math.round(score * 100) / 100 + 0, champs: champs as Evidence['champs'] };
}
