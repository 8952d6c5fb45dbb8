import type { PublicationKind } from '#sources/publication';
import { compareIdentifiants } from './order.js';

/** What chains are made of: one publication and what it cites, in one source. */
export interface ChainLink {
  identifiant: string;
  /** Other names by which publications of the source cite it. */
  aliases: readonly string[];
  kind: PublicationKind;
  /** Identifiers or aliases. */
  cites: readonly string[];
}

/** Publications of one source and who cites whom, by identifier or alias. */
export class ChainGraph<Link extends ChainLink = ChainLink> {
  private readonly links = new Map<string, Link>();
  private readonly owners = new Map<string, Set<string>>();
  private readonly citing = new Map<string, Set<string>>();

  constructor(readonly source: string) {}

  /** Adds a publication, in place of the one of the same identifier. */
  set(link: Link): void {
    const before = this.links.get(link.identifiant);
    for (const alias of before?.aliases ?? []) this.owners.get(alias)?.delete(link.identifiant);
    for (const cited of before?.cites ?? []) this.citing.get(cited)?.delete(link.identifiant);
    this.links.set(link.identifiant, link);
    for (const alias of link.aliases) add(this.owners, alias, link.identifiant);
    for (const cited of link.cites) add(this.citing, cited, link.identifiant);
  }

  link(identifiant: string): Link | undefined {
    return this.links.get(identifiant);
  }

  identifiants(): IterableIterator<string> {
    return this.links.keys();
  }

  /** What a publication leads to: nothing for an initial notice, whatever it cites. Itself excluded. */
  parents(identifiant: string): string[] {
    const link = this.links.get(identifiant);
    if (link === undefined || link.kind === 'initial') return [];
    return link.cites.map((cited) => this.resolve(cited)).filter((cited) => cited !== identifiant);
  }

  /** Publications that cite this one by its identifier or one of these names. */
  citedBy(identifiant: string, names: readonly string[]): Set<string> {
    return new Set([identifiant, ...names].flatMap((name) => [...(this.citing.get(name) ?? [])]));
  }

  /** The publication that a citation means; the citation itself where we hold none. Of several owners, the oldest. */
  private resolve(cited: string): string {
    if (this.links.has(cited)) return cited;
    let owner: string | undefined;
    for (const one of this.owners.get(cited) ?? []) {
      if (owner === undefined || compareIdentifiants(this.source, one, owner) < 0) owner = one;
    }
    return owner ?? cited;
  }
}

/** Graph of publications given in any order. */
export function graphOf<Link extends ChainLink>(source: string, links: Iterable<Link>): ChainGraph<Link> {
  const graph = new ChainGraph<Link>(source);
  for (const link of links) graph.set(link);
  return graph;
}

function add(index: Map<string, Set<string>>, key: string, value: string): void {
  const set = index.get(key);
  if (set === undefined) index.set(key, new Set([value]));
  else set.add(value);
}
