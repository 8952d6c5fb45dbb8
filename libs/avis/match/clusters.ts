import { EXACT_RULES, type ExactRule } from './exact.js';

/** An avis as clusters see it. */
export interface Member {
  id: string;
  source: string;
}

/** A pair that was compared. Pairs that were not, because nothing brought them together, say nothing. */
export interface ComparedPair {
  a: string;
  b: string;
  score: number;
  decision: 'same' | 'different' | 'unsure';
  regle: ExactRule | 'ressemblance';
  /** Whether something makes them different whatever they have in common. */
  veto: boolean;
}

/** The operator's word, above every rule: `lier` joins, `separer` keeps apart for ever. */
export interface OperatorLink {
  a: string;
  b: string;
  decision: 'lier' | 'separer';
}

/**
 * The clusters of a set of avis: lists of ids, sorted, singletons included, sorted by their first id. A function of the
 * sets alone: no order of members, pairs or links changes it.
 *
 * Links are taken strongest first (operator, exact rules in their order, then score; ids break ties), and one is refused
 * when the two groups that it would join hold a pair that the operator keeps apart, a pair that was found different
 * beyond doubt, or two avis of one source that no exact key links: a source says a notice once.
 */
export function clustersOf(
  members: readonly Member[],
  pairs: readonly ComparedPair[],
  operator: readonly OperatorLink[] = [],
): string[][] {
  const known = new Map(members.map((member) => [member.id, member]));
  const apart = new Set(operator.filter((link) => link.decision === 'separer').map((link) => pairKey(link.a, link.b)));
  const forced = operator.filter((link) => link.decision === 'lier' && !apart.has(pairKey(link.a, link.b)));
  const exact = new Set(pairs.filter(isExact).map((pair) => pairKey(pair.a, pair.b)));
  for (const link of forced) exact.add(pairKey(link.a, link.b));
  const opposed = new Set(pairs.filter((pair) => pair.veto).map((pair) => pairKey(pair.a, pair.b)));

  const groups = new Map(members.map((member) => [member.id, [member]]));
  for (const { a, b, rank } of linksOf(pairs, forced)) {
    const [ours, theirs] = [groups.get(a), groups.get(b)];
    if (ours === undefined || theirs === undefined || ours === theirs || !known.has(a) || !known.has(b)) continue;
    if (!everyPair(ours, theirs, (one, other) => mayJoin(one, other, rank === FORCED))) continue;
    const joined = [...ours, ...theirs];
    for (const member of joined) groups.set(member.id, joined);
  }
  return [...new Set(groups.values())]
    .map((group) => group.map(({ id }) => id).sort())
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));

  function mayJoin(one: Member, other: Member, byOperator: boolean): boolean {
    const key = pairKey(one.id, other.id);
    if (apart.has(key)) return false;
    if (byOperator || exact.has(key)) return true;
    return !opposed.has(key) && one.source !== other.source;
  }
}

const FORCED = -1;

interface Link {
  a: string;
  b: string;
  /** -1 for the operator's, then the exact rules in their order, then resemblance. */
  rank: number;
  score: number;
}

function linksOf(pairs: readonly ComparedPair[], forced: readonly OperatorLink[]): Link[] {
  const links = [
    ...forced.map(({ a, b }) => ({ a, b, rank: FORCED, score: 0 })),
    ...pairs
      .filter(({ decision }) => decision === 'same')
      .map(({ a, b, regle, score }) => ({
        a,
        b,
        score,
        rank: regle === 'ressemblance' ? EXACT_RULES.length : EXACT_RULES.indexOf(regle),
      })),
  ];
  return links.sort((one, other) => {
    const order = one.rank - other.rank || other.score - one.score;
    return order !== 0 ? order : pairKey(one.a, one.b) < pairKey(other.a, other.b) ? -1 : 1;
  });
}

function isExact(pair: ComparedPair): boolean {
  return pair.decision === 'same' && pair.regle !== 'ressemblance';
}

function everyPair(
  ours: readonly Member[],
  theirs: readonly Member[],
  holds: (a: Member, b: Member) => boolean,
): boolean {
  return ours.every((one) => theirs.every((other) => holds(one, other)));
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
