import { EXACT_RULES, type ExactRule } from './exact.js';
import { type Group, groupOf, join, type Member, refuse, somePair, somePairOfOneSource } from './group.js';
import { pairKey } from './pair-key.js';

/** A pair found to be one notice. */
export interface FoundLink {
  a: string;
  b: string;
  regle: ExactRule | 'ressemblance';
  /** Bits. */
  score: number;
}

/** The operator's word, above every rule: `lier` joins, `separer` keeps apart for ever. */
export interface OperatorLink {
  a: string;
  b: string;
  decision: 'lier' | 'separer';
}

/**
 * The clusters of a set of avis: lists of ids, sorted, singletons included, sorted by their first id. A function of the
 * sets alone: no order of members, links or words of the operator changes it.
 *
 * Links are taken strongest first (operator, exact rules in their order, then score; ids break ties), and one is refused
 * when the two groups that it would join hold a pair that the operator keeps apart, or a pair that no exact key links and
 * that is opposed or of one source: a source says a notice once.
 *
 * @param opposed whether two members differ whatever they have in common; symmetric. Asked only of pairs that a join would
 * bring together: thousands that one chain of links connects give many small groups (past the number of sources only
 * exact keys and the operator make one grow), and two groups are not looked at again once they were refused.
 */
export function clustersOf(
  members: readonly Member[],
  links: readonly FoundLink[],
  operator: readonly OperatorLink[] = [],
  opposed: (a: string, b: string) => boolean = () => false,
): string[][] {
  const apart = new Set(operator.filter((link) => link.decision === 'separer').map((link) => pairKey(link.a, link.b)));
  const forced = operator.filter((link) => link.decision === 'lier' && !apart.has(pairKey(link.a, link.b)));
  const exact = new Set([...links.filter(isExact), ...forced].map(({ a, b }) => pairKey(a, b)));
  const groups = new Map<string, Group>(members.map((member) => [member.id, groupOf(member)]));

  for (const { a, b, rank } of ranked(links, forced)) {
    const [ours, theirs] = [groups.get(a), groups.get(b)];
    if (ours === undefined || theirs === undefined || ours === theirs || ours.refused.has(theirs)) continue;
    if (rank === FORCED ? arePartedByOperator(ours, theirs) : areParted(ours, theirs)) {
      refuse(ours, theirs);
      continue;
    }
    const group = join(ours, theirs);
    for (const member of group.members) groups.set(member.id, group);
  }
  return [...new Set(groups.values())]
    .map((group) => group.members.map(({ id }) => id).sort())
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));

  function arePartedByOperator(ours: Group, theirs: Group): boolean {
    return apart.size > 0 && somePair(ours, theirs, (one, other) => apart.has(pairKey(one.id, other.id)));
  }

  /** What is cheap to find is looked for first: most refusals are of one source. */
  function areParted(ours: Group, theirs: Group): boolean {
    return (
      somePairOfOneSource(ours, theirs, (one, other) => !exact.has(pairKey(one.id, other.id))) ||
      arePartedByOperator(ours, theirs) ||
      somePair(ours, theirs, (one, other) => !exact.has(pairKey(one.id, other.id)) && opposed(one.id, other.id))
    );
  }
}

const FORCED = -1;

interface Ranked {
  a: string;
  b: string;
  /** -1 for the operator's, then the exact rules in their order, then resemblance. */
  rank: number;
  score: number;
}

function ranked(links: readonly FoundLink[], forced: readonly OperatorLink[]): Ranked[] {
  const all = [
    ...forced.map(({ a, b }) => ({ a, b, rank: FORCED, score: 0 })),
    ...links.map(({ a, b, regle, score }) => ({
      a,
      b,
      score,
      rank: regle === 'ressemblance' ? EXACT_RULES.length : EXACT_RULES.indexOf(regle),
    })),
  ];
  return all.sort((one, other) => {
    const order = one.rank - other.rank || other.score - one.score;
    return order !== 0 ? order : pairKey(one.a, one.b) < pairKey(other.a, other.b) ? -1 : 1;
  });
}

function isExact({ regle }: FoundLink): boolean {
  return regle !== 'ressemblance';
}
