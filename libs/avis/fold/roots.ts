import type { PublicationKind } from '#sources/publication';
import { compareIdentifiants } from './order.js';

/** What chains are made of: one publication and what it cites, in one source. */
export interface ChainLink {
  identifiant: string;
  kind: PublicationKind;
  cites: readonly string[];
}

/**
 * The identifier of the initial notice of each publication: the end of its chain of corrections, cancellations, awards.
 *
 * An initial notice is its own root, whatever it cites. Any other publication belongs where its citations end. Where
 * they end in several places (an award cites the tender and its corrections, some of which we never saw), a known
 * initial notice wins, then one never seen, then an award or a correction that cites nothing; then the oldest
 * identifier. Cycles and self references are harmless: the oldest identifier of the cycle is the root.
 * @param source code of the one source, for the order of its identifiers.
 * @param links in any order; one per identifier.
 * @returns root by identifier. A root may be an identifier that is not among the links.
 */
export function rootsOf(source: string, links: Iterable<ChainLink>): Map<string, string> {
  const graph = new Map<string, ChainLink>();
  for (const link of links) graph.set(link.identifiant, link);
  const roots = new Map<string, string>();
  for (const identifiant of graph.keys()) roots.set(identifiant, rootOf(source, identifiant, graph));
  return roots;
}

/** Root of one publication: see `rootsOf`. */
export function rootOf(source: string, identifiant: string, graph: ReadonlyMap<string, ChainLink>): string {
  const { visited, ends } = walk(identifiant, graph);
  const candidates = ends.length > 0 ? ends : visited;
  return candidates.reduce((best, other) => (compareEnds(source, graph, other, best) < 0 ? other : best));
}

/**
 * Whether a publication that is no award itself changes an award rather than a tender: it cites one, directly or
 * through other corrections. It then says nothing of the notice.
 */
export function concernsAttribution(identifiant: string, graph: ReadonlyMap<string, ChainLink>): boolean {
  if (graph.get(identifiant)?.kind === 'attribution') return false;
  return walk(identifiant, graph, 'attribution').visited.some((id) => graph.get(id)?.kind === 'attribution');
}

/** Everything reached from a publication, itself first, and where the paths end. Stops behind `stopAt`. */
function walk(
  from: string,
  graph: ReadonlyMap<string, ChainLink>,
  stopAt?: PublicationKind,
): { visited: string[]; ends: string[] } {
  const visited = new Set<string>([from]);
  const ends: string[] = [];
  for (const identifiant of visited) {
    const link = graph.get(identifiant);
    const next =
      link === undefined || link.kind === 'initial' ? [] : link.cites.filter((cited) => cited !== identifiant);
    if (next.length === 0) ends.push(identifiant);
    if (link?.kind === stopAt && stopAt !== undefined) continue;
    for (const cited of next) visited.add(cited);
  }
  return { visited: [...visited], ends };
}

function compareEnds(source: string, graph: ReadonlyMap<string, ChainLink>, a: string, b: string): number {
  return rank(graph.get(a)) - rank(graph.get(b)) || compareIdentifiants(source, a, b);
}

function rank(link: ChainLink | undefined): number {
  if (link === undefined) return 1;
  return link.kind === 'initial' ? 0 : 2;
}
