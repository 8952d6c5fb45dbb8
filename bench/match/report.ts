import type { JudgedPair, Judgement } from './judge.js';
import { clusterIndexes } from './judge.js';
import type { Labelled } from './labelled.js';

export interface Rate {
  found: number;
  right: number;
  wanted: number;
}

export function precision({ found, right }: Rate): number {
  return found === 0 ? 1 : right / found;
}

export function recall({ right, wanted }: Rate): number {
  return wanted === 0 ? 1 : right / wanted;
}

/** Pairs that clusters put together, counted against the truth. */
export function clusterRate(notices: readonly Labelled[], clusters: readonly number[][], wanted: number): Rate {
  let [found, right] = [0, 0];
  for (const cluster of clusters) {
    for (const [rank, a] of cluster.entries()) {
      for (const b of cluster.slice(rank + 1)) {
        found++;
        if (notices[a]?.truth === notices[b]?.truth) right++;
      }
    }
  }
  return { found, right, wanted };
}

/** Clusters that are exactly one procedure, among those found and among those there are; singletons included. */
function wholeClusters(notices: readonly Labelled[], clusters: readonly number[][]): Rate {
  const sizes = new Map<string, number>();
  for (const { truth } of notices) sizes.set(truth, (sizes.get(truth) ?? 0) + 1);
  const right = clusters.filter((cluster) => {
    const truths = new Set(cluster.map((index) => notices[index]?.truth ?? ''));
    return truths.size === 1 && sizes.get([...truths][0] ?? '') === cluster.length;
  }).length;
  return { found: clusters.length, right, wanted: sizes.size };
}

export function printReport(judgement: Judgement, kept: readonly JudgedPair[]): Rate {
  const { notices, truePairs } = judgement;
  const same = kept.filter(({ comparison }) => comparison.decision === 'same');
  console.log(
    `${notices.length} notices, ${truePairs} true pairs; ${judgement.compared} compared (${(judgement.compared / notices.length).toFixed(1)} a notice), ` +
      `${percent(judgement.brought / truePairs)} of the true ones; largest block ${judgement.largest}, ${judgement.overfull} left out`,
  );
  console.log(`prepared in ${judgement.preparing.toFixed(1)} s, compared in ${judgement.comparing.toFixed(1)} s`);
  const rules = new Map<string, Rate>();
  for (const { same: right, comparison } of same) {
    const rate = rules.get(comparison.evidence.regle) ?? { found: 0, right: 0, wanted: truePairs };
    rate.found++;
    if (right) rate.right++;
    rules.set(comparison.evidence.regle, rate);
  }
  for (const [rule, rate] of rules) line(rule, rate);
  line('all links', { found: same.length, right: same.filter((pair) => pair.same).length, wanted: truePairs });
  const clusters = clusterIndexes(notices, kept);
  const rate = clusterRate(notices, clusters, truePairs);
  line('pairs in clusters', rate);
  line('whole clusters', wholeClusters(notices, clusters));
  return rate;
}

function line(name: string, rate: Rate): void {
  const counts = `${rate.right} of ${rate.found} found, ${rate.wanted} wanted`;
  console.log(`${name.padEnd(20)} precision ${percent(precision(rate))} recall ${percent(recall(rate))}  (${counts})`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`;
}
