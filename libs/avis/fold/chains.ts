import { canServe } from './fold.js';
import { type ChainGraph, type ChainLink, graphOf } from './graph.js';
import { compareIdentifiants } from './order.js';
import { rootOf } from './roots.js';

/** A publication as chains see it. */
export interface Link extends ChainLink {
  whole: boolean;
}

/** What is known of the notice of a root. */
export interface RootState {
  /** At some point of the archive it could be served. */
  servable: boolean;
  /** Root of the notice that it turned out to belong to; undefined while this page of history says nothing new. */
  replacedBy: string | null | undefined;
}

/**
 * The chains of one source, to which publications are added one document at a time in the order of the archive. What
 * becomes of an id follows from that order alone: a notice that could be served after some document keeps its id for
 * ever, retired if its publications move to another root, whether or not it was projected in between.
 */
export class Chains {
  /** Publications whose notice may not be the one they came with, with their root. */
  readonly moved = new Map<string, string>();
  /** Roots whose notice must be folded again. */
  readonly touched = new Set<string>();
  readonly states = new Map<string, RootState>();

  private readonly graph: ChainGraph<Link>;
  private readonly roots = new Map<string, string>();
  private readonly members = new Map<string, Set<string>>();

  /**
   * @param source code of the source.
   * @param known every publication connected with those to come.
   * @param states of the roots stored.
   */
  constructor(
    private readonly source: string,
    known: Iterable<Link>,
    states: Iterable<{ root: string; servable: boolean }>,
  ) {
    this.graph = graphOf(source, known);
    for (const identifiant of this.graph.identifiants()) this.place(identifiant, rootOf(identifiant, this.graph));
    for (const { root, servable } of states) this.states.set(root, { servable, replacedBy: undefined });
  }

  /** Adds a publication, or a newer document of one that is known. */
  add(link: Link): void {
    // A newer document may drop an alias: those who cite it by the old one are affected too.
    const names = [...link.aliases, ...(this.graph.link(link.identifiant)?.aliases ?? [])];
    const wasAward = this.isAward(link.identifiant);
    this.graph.set(link);
    const leaving = new Map<string, string[]>();
    const changed = new Set<string>();
    for (const identifiant of this.upstream(link.identifiant, names)) {
      const before = this.roots.get(identifiant);
      const root = rootOf(identifiant, this.graph);
      if (identifiant === link.identifiant) changed.add(root);
      if (before === root) continue;
      this.place(identifiant, root);
      this.moved.set(identifiant, root);
      changed.add(root);
      if (before === undefined) continue;
      changed.add(before);
      leaving.set(before, [...(leaving.get(before) ?? []), identifiant]);
    }
    // A newer document may tell an award from a tender: what hangs on it belongs to no notice then, or to one again.
    if (wasAward !== this.isAward(link.identifiant)) {
      for (const member of this.members.get(link.identifiant) ?? []) this.moved.set(member, link.identifiant);
    }
    // Roots that gain are judged before those that lose, so that a replacement is known to stand.
    for (const root of changed) this.judge(root, leaving.get(root) ?? []);
  }

  /** Root of a publication. */
  rootOf(identifiant: string): string | undefined {
    return this.roots.get(identifiant);
  }

  /** Whether any publication still has this root. */
  hasMembers(root: string): boolean {
    return (this.members.get(root)?.size ?? 0) > 0;
  }

  /** Whether the root itself is an award: what belongs to it is no notice. */
  isAward(root: string): boolean {
    return this.graph.link(root)?.kind === 'attribution';
  }

  private judge(root: string, left: readonly string[]): void {
    this.touched.add(root);
    const state = this.states.get(root) ?? { servable: false, replacedBy: undefined };
    const members = [...(this.members.get(root) ?? [])]
      .map((id) => this.graph.link(id))
      .filter((link) => link !== undefined);
    if (canServe(this.source, members)) {
      this.states.set(root, { servable: true, replacedBy: null });
    } else {
      const replacedBy = state.servable && left.length > 0 ? this.heir(root, left) : state.replacedBy;
      this.states.set(root, { servable: state.servable, replacedBy });
    }
  }

  /** Where the notice went: with its root when that moved, else with the oldest publication that left. */
  private heir(root: string, left: readonly string[]): string | null {
    const own =
      this.graph.link(root) !== undefined ? root : [...left].sort((a, b) => compareIdentifiants(this.source, a, b))[0];
    const heir = own === undefined ? undefined : this.roots.get(own);
    return heir === undefined || heir === root ? null : heir;
  }

  /** The publication and all that lead to it, directly or not. */
  private upstream(identifiant: string, names: readonly string[]): Set<string> {
    const reached = new Set([identifiant, ...this.graph.citedBy(identifiant, names)]);
    for (const id of reached) {
      for (const citing of this.graph.citedBy(id, this.graph.link(id)?.aliases ?? [])) reached.add(citing);
    }
    return reached;
  }

  private place(identifiant: string, root: string): void {
    this.members.get(this.roots.get(identifiant) ?? '')?.delete(identifiant);
    this.roots.set(identifiant, root);
    this.members.set(root, (this.members.get(root) ?? new Set()).add(identifiant));
  }
}
