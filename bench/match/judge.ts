import { clustersOf, type ComparedPair } from '#avis/match/clusters';
import { type Comparison, comparePrepared, resemblance } from '#avis/match/compare';
import { type Prepared, prepare } from '#avis/match/prepared';
import { Candidates } from './candidates.js';
import type { Labelled } from './labelled.js';

/** A pair as compared, with what it truly is. */
export interface JudgedPair {
  a: number;
  b: number;
  same: boolean;
  comparison: Comparison;
}

export interface Judgement {
  notices: Labelled[];
  /** Pairs of notices of one procedure, in two sources. */
  truePairs: number;
  compared: number;
  /** Of the true pairs, those that were compared at all. */
  brought: number;
  overfull: number;
  largest: number;
  /** Seconds. */
  preparing: number;
  comparing: number;
}

/** Compares all that blocks bring together; each pair goes to `visit`. @param useExact whether exact keys are looked at. */
export function judge(notices: Labelled[], useExact: boolean, visit: (pair: JudgedPair) => void): Judgement {
  const start = performance.now();
  const prepared = notices.map(({ notice }) => prepare(notice));
  const compare = useExact ? comparePrepared : resemblance;
  const candidates = new Candidates(prepared, useExact);
  const ready = performance.now();
  let [compared, brought] = [0, 0];
  for (let b = 0; b < notices.length; b++) {
    for (const a of candidates.before(b)) {
      compared++;
      const same = isSame(notices, a, b);
      if (same) brought++;
      visit({ a, b, same, comparison: compare(prepared[a] as Prepared, prepared[b] as Prepared) });
    }
  }
  return {
    notices,
    truePairs: countTruePairs(notices),
    compared,
    brought,
    overfull: candidates.overfull,
    largest: candidates.largest,
    preparing: (ready - start) / 1000,
    comparing: (performance.now() - ready) / 1000,
  };
}

function isSame(notices: readonly Labelled[], a: number, b: number): boolean {
  return notices[a]?.truth === notices[b]?.truth;
}

function countTruePairs(notices: readonly Labelled[]): number {
  const sizes = new Map<string, number>();
  for (const { truth } of notices) sizes.set(truth, (sizes.get(truth) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/** The clusters of the pairs kept, component by component, as lists of indexes. */
export function clusterIndexes(notices: readonly Labelled[], pairs: readonly JudgedPair[]): number[][] {
  const component = components(
    notices.length,
    pairs.filter(({ comparison }) => comparison.decision === 'same'),
  );
  const members = new Map<number, number[]>();
  component.forEach((root, index) => members.set(root, [...(members.get(root) ?? []), index]));
  const links = new Map<number, ComparedPair[]>();
  for (const { a, b, comparison } of pairs) {
    const root = component[a] as number;
    if (root !== component[b]) continue;
    const { score, decision, evidence } = comparison;
    const pair = { a: String(a), b: String(b), score, decision, regle: evidence.regle, veto: evidence.veto !== null };
    const list = links.get(root);
    if (list === undefined) links.set(root, [pair]);
    else list.push(pair);
  }
  return [...members].flatMap(([root, indexes]) => {
    const own = indexes.map((index) => ({ id: String(index), source: notices[index]?.notice.source ?? '' }));
    return clustersOf(own, links.get(root) ?? []).map((cluster) => cluster.map(Number));
  });
}

function components(count: number, pairs: readonly JudgedPair[]): number[] {
  const parent = Array.from({ length: count }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    for (let at = index; at !== root;) [at, parent[at]] = [parent[at] as number, root];
    return root;
  };
  for (const { a, b } of pairs) parent[find(a)] = find(b);
  return parent.map((_, index) => find(index));
}
