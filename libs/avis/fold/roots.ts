import type { ChainGraph, ChainLink } from './graph.js';
import { graphOf } from './graph.js';
import { compareIdentifiants } from './order.js';

/**
 * The identifier of the initial notice of each publication: the end of its chain of corrections, cancellations, awards.
 *
 * An initial notice is its own root, whatever it cites. Any other publication belongs where its citations end. Where
 * they end in several places (an award cites the tender and its corrections, some of which we never saw), a known
 * initial notice wins, then one never seen, then an award or a correction that cites nothing; then the oldest
 * identifier. Cycles and self references are harmless: the oldest identifier of the cycle is the root.
 * @param source code of the one source, for the order of its identifiers.
 * @param links in any order; one per identifier.
 * @returns root by identifier. A root may be an identifier, or an alias, that is not among the links.
 */
export function rootsOf(source: string, links: Iterable<ChainLink>): Map<string, string> {
  const graph = graphOf(source, links);
  const roots = new Map<string, string>();
  for (const identifiant of graph.identifiants()) roots.set(identifiant, rootOf(identifiant, graph));
  return roots;
}

/** Root of one publication: see `rootsOf`. */
export function rootOf(identifiant: string, graph: ChainGraph): string {
  const { visited, ends } = walk(identifiant, graph);
  const candidates = ends.length > 0 ? ends : visited;
  return candidates.reduce((best, other) => (compareEnds(graph, other, best) < 0 ? other : best));
}

/**
 * Whether a publication that is no award itself changes an award rather than a tender: it cites one, directly or
 * through other corrections. It then says nothing of the notice.
 */
export function concernsAttribution(identifiant: string, graph: ChainGraph): boolean {
  if (graph.link(identifiant)?.kind === 'attribution') return false;
  return walk(identifiant, graph).visited.some((id) => graph.link(id)?.kind === 'attribution');
}

/** Everything reached from a publication, itself first, and where the paths end. */
function walk(from: string, graph: ChainGraph): { visited: string[]; ends: string[] } {
  const visited = new Set<string>([from]);
  const ends: string[] = [];
  for (const identifiant of visited) {
    const next = graph.parents(identifiant);
    if (next.length === 0) ends.push(identifiant);
    for (const cited of next) visited.add(cited);
  }
  return { visited: [...visited], ends };
}

function compareEnds(graph: ChainGraph, a: string, b: string): number {
  return rank(graph.link(a)) - rank(graph.link(b)) || compareIdentifiants(graph.source, a, b);
}

function rank(link: ChainLink | undefined): number {
  if (link === undefined) return 1;
  return link.kind === 'initial' ? 0 : 2;
}
