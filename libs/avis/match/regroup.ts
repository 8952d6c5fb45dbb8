import { clustersOf, type FoundLink, type OperatorLink } from './clusters.js';
import type { MatchNotice } from './notice.js';
import { type Prepared, prepare } from './prepared.js';
import { vetoOf } from './vetoes.js';

/**
 * The clusters, of two notices and more, that links make of notices. Only what links connect can be one; within it every
 * pair that would come together is looked at for what makes it different, whether anything had brought it to a comparison
 * or not; exact links had that done. A function of the sets, as `clustersOf` is. Links with a notice that is not given
 * are left out.
 */
export function regroup(
  notices: ReadonlyMap<string, MatchNotice>,
  links: readonly FoundLink[],
  operator: readonly OperatorLink[],
): string[][] {
  const known = ({ a, b }: { a: string; b: string }): boolean => notices.has(a) && notices.has(b);
  const edges = links.filter(known);
  const words = operator.filter(known);
  const ends = [...edges, ...words].flatMap(({ a, b }) => [a, b]);
  const members = [...new Set(ends)].map((id) => ({ id, source: notices.get(id)?.source ?? '' }));
  const prepared = new Map<string, Prepared>();
  const opposed = (a: string, b: string): boolean => vetoOf(of(a), of(b)) !== null;
  return clustersOf(members, edges, words, opposed).filter((cluster) => cluster.length > 1);

  function of(id: string): Prepared {
    let one = prepared.get(id);
    if (one === undefined) prepared.set(id, (one = prepare(notices.get(id) as MatchNotice)));
    return one;
  }
}
