import { canServe } from './fold.js';
import { compareIdentifiants } from './order.js';
import { rootOf, type ChainLink } from './roots.js';

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
  /** Publications whose root is not the one they came with. */
  readonly moved = new Map<string, string>();
  /** Roots whose notice must be folded again. */
  readonly touched = new Set<string>();
  readonly states = new Map<string, RootState>();

  private readonly links = new Map<string, Link>();
  private readonly roots = new Map<string, string>();
  private readonly members = new Map<string, Set<string>>();
  private readonly citing = new Map<string, Set<string>>();

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
    for (const link of known) this.index(link);
    for (const identifiant of this.links.keys()) this.place(identifiant, rootOf(source, identifiant, this.links));
    for (const { root, servable } of states) this.states.set(root, { servable, replacedBy: undefined });
  }

  /** Adds a publication, or a newer document of one that is known. */
  add(link: Link): void {
    this.unindex(link.identifiant);
    this.index(link);
    const leaving = new Map<string, string[]>();
    const changed = new Set<string>();
    for (const identifiant of this.upstream(link.identifiant)) {
      const before = this.roots.get(identifiant);
      const root = rootOf(this.source, identifiant, this.links);
      if (identifiant === link.identifiant) changed.add(root);
      if (before === root) continue;
      this.place(identifiant, root);
      this.moved.set(identifiant, root);
      changed.add(root);
      if (before === undefined) continue;
      changed.add(before);
      leaving.set(before, [...(leaving.get(before) ?? []), identifiant]);
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
    return this.links.get(root)?.kind === 'attribution';
  }

  private judge(root: string, left: readonly string[]): void {
    this.touched.add(root);
    const state = this.states.get(root) ?? { servable: false, replacedBy: undefined };
    const members = [...(this.members.get(root) ?? [])]
      .map((id) => this.links.get(id))
      .filter((link) => link !== undefined);
    if (canServe(members)) {
      this.states.set(root, { servable: true, replacedBy: null });
    } else {
      const replacedBy = state.servable && left.length > 0 ? this.heir(root, left) : state.replacedBy;
      this.states.set(root, { servable: state.servable, replacedBy });
    }
  }

  /** Where the notice went: with its root when that moved, else with the oldest publication that left. */
  private heir(root: string, left: readonly string[]): string | null {
    const own = this.links.has(root) ? root : [...left].sort((a, b) => compareIdentifiants(this.source, a, b))[0];
    const heir = own === undefined ? undefined : this.roots.get(own);
    return heir === undefined || heir === root ? null : heir;
  }

  /** The publication and all that lead to it, directly or not. */
  private upstream(identifiant: string): Set<string> {
    const reached = new Set([identifiant]);
    for (const id of reached) for (const citing of this.citing.get(id) ?? []) reached.add(citing);
    return reached;
  }

  private index(link: Link): void {
    this.links.set(link.identifiant, link);
    for (const cited of link.cites) this.citing.set(cited, (this.citing.get(cited) ?? new Set()).add(link.identifiant));
  }

  private unindex(identifiant: string): void {
    for (const cited of this.links.get(identifiant)?.cites ?? []) this.citing.get(cited)?.delete(identifiant);
  }

  private place(identifiant: string, root: string): void {
    this.members.get(this.roots.get(identifiant) ?? '')?.delete(identifiant);
    this.roots.set(identifiant, root);
    this.members.set(root, (this.members.get(root) ?? new Set()).add(identifiant));
  }
}
