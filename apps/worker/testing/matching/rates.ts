import { EXACT_RULES } from '#avis/match/exact';
import { pairKey } from '#avis/match/pair-key';
import type { Judgement } from './judge.js';

/** What was found, how much of it is right, and how much there was to find. */
export interface Rate {
  found: number;
  right: number;
  wanted: number;
}

export interface Rates {
  /** Pairs found to be one notice, by the strongest rule that holds, and all of them. */
  links: Map<string, Rate>;
  /** Pairs that clusters put together, by the rule of their own link, `par un tiers` without one, and all of them. */
  pairs: Map<string, Rate>;
  /** Clusters that are exactly one procedure, by the weakest rule that holds them, `seul` for one notice, and all of them. */
  clusters: Map<string, Rate>;
}

export const ALL = 'all';

const RULES: readonly string[] = [...EXACT_RULES, 'ressemblance', 'par un tiers'];

export function precision({ found, right }: Rate): number {
  return found === 0 ? 1 : right / found;
}

export function recall({ right, wanted }: Rate): number {
  return wanted === 0 ? 1 : right / wanted;
}

/** Counts what a judgement found against the truth. */
export function ratesOf(judgement: Judgement): Rates {
  const { notices, links, truePairs } = judgement;
  const truth = new Map(notices.map(({ notice, truth: procedure }) => [notice.id, procedure]));
  const sizes = new Map<string, number>();
  for (const procedure of truth.values()) sizes.set(procedure, (sizes.get(procedure) ?? 0) + 1);
  const rules = new Map(links.map(({ a, b, regle }) => [pairKey(a, b), regle as string]));

  const [ofLinks, ofPairs, ofClusters] = [new Tally(truePairs), new Tally(truePairs), new Tally(sizes.size)];
  for (const { regle, same } of links) ofLinks.add(regle, same);
  const grouped = new Set(judgement.clusters.flat());
  for (const ids of judgement.clusters) {
    let weakest = 0;
    for (const [rank, a] of ids.entries()) {
      for (const b of ids.slice(rank + 1)) {
        const rule = rules.get(pairKey(a, b));
        ofPairs.add(rule ?? 'par un tiers', truth.get(a) === truth.get(b));
        if (rule !== undefined) weakest = Math.max(weakest, RULES.indexOf(rule));
      }
    }
    const procedures = new Set(ids.map((id) => truth.get(id) ?? ''));
    const whole = procedures.size === 1 && sizes.get([...procedures][0] ?? '') === ids.length;
    ofClusters.add(RULES[weakest] ?? '', whole);
  }
  for (const { notice, truth: procedure } of notices) {
    if (!grouped.has(notice.id)) ofClusters.add('seul', sizes.get(procedure) === 1);
  }
  return { links: ofLinks.rates, pairs: ofPairs.rates, clusters: ofClusters.rates };
}

class Tally {
  readonly rates = new Map<string, Rate>();

  constructor(private readonly wanted: number) {
    this.rates.set(ALL, { found: 0, right: 0, wanted });
  }

  add(name: string, right: boolean): void {
    for (const one of [ALL, name]) {
      const rate = this.rates.get(one) ?? { found: 0, right: 0, wanted: this.wanted };
      rate.found++;
      if (right) rate.right++;
      this.rates.set(one, rate);
    }
  }
}
