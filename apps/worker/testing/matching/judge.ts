import type { FoundLink } from '#avis/match/clusters';
import { type Comparison, comparePrepared, resemblance } from '#avis/match/compare';
import { type Prepared, prepare } from '#avis/match/prepared';
import { regroup } from '#avis/match/regroup';
import { type CandidateCost, Candidates } from './candidates.js';
import type { Labelled } from '../../../feeds/labelled/labelled.js';

/** A pair as compared, with what it truly is. */
export interface JudgedPair {
  a: Labelled;
  b: Labelled;
  same: boolean;
  comparison: Comparison;
}

/** A pair found to be one notice, and whether it is. */
export interface JudgedLink extends FoundLink {
  same: boolean;
}

export interface Judgement {
  notices: readonly Labelled[];
  /** Pairs of notices of one procedure. */
  truePairs: number;
  compared: number;
  /** Of the true pairs, those that were compared at all. */
  brought: number;
  cost: CandidateCost;
  links: JudgedLink[];
  /** Ids of the notices found to be one, as they are stored: two notices and more. */
  clusters: string[][];
}

/**
 * Does to notices what the service does: looks up candidates, compares them, groups what links connect.
 * @param useExact whether exact keys are looked at. @param visit is given every pair compared.
 */
export function judge(
  notices: readonly Labelled[],
  useExact: boolean,
  visit: (pair: JudgedPair) => void = () => undefined,
): Judgement {
  const prepared = notices.map(({ notice }) => prepare(notice));
  const compare = useExact ? comparePrepared : resemblance;
  const candidates = new Candidates(prepared, useExact);
  const links: JudgedLink[] = [];
  let [compared, brought] = [0, 0];
  for (const [index, b] of notices.entries()) {
    for (const before of candidates.before(index)) {
      const a = notices[before] as Labelled;
      const same = a.truth === b.truth;
      const comparison = compare(prepared[before] as Prepared, prepared[index] as Prepared);
      compared++;
      if (same) brought++;
      visit({ a, b, same, comparison });
      if (comparison.decision !== 'same') continue;
      links.push({ a: a.notice.id, b: b.notice.id, regle: comparison.evidence.regle, score: comparison.score, same });
    }
  }
  const clusters = regroup(new Map(notices.map(({ notice }) => [notice.id, notice])), links, []);
  return { notices, truePairs: countTruePairs(notices), compared, brought, cost: candidates.cost, links, clusters };
}

function countTruePairs(notices: readonly Labelled[]): number {
  const sizes = new Map<string, number>();
  for (const { truth } of notices) sizes.set(truth, (sizes.get(truth) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}
