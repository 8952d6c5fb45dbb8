import type { MotifRetrait } from '#contract/vocabulary';
import { sourceOf } from '#sources/registry';

/** What decides where an avis stands among those that are the same notice. */
export interface Member {
  id: string;
  source: string;
  /** Its publications make a notice that can be served. */
  complete: boolean;
  /** An operator deleted it. */
  supprime: boolean;
  /** Its source no longer publishes it. */
  disparu: boolean;
  /** The operator cut its source. */
  coupee: boolean;
  /** Completeness of what its source published, for ties of `rang`. */
  completude: number;
  /** YYYY-MM-DD. */
  date_publication: string | null;
}

/** Served, or retired with the reason and the notice that replaces it (null but for `doublon`). */
export type Place = 'served' | { motif: MotifRetrait; canonique_id: string | null };

const LAST = '9999-12-31';

/**
 * The one served of avis that are the same notice: the lowest `rang` among those that can be served, the richest, then
 * the earliest. Null when none can.
 */
export function canonicalOf(members: readonly Member[]): Member | null {
  return bestOf(members.filter(mayBeServed));
}

/** Whether it is published still, whole, by a source that is served: what may be canonical, lend and be pointed to. */
export function mayBeServed(one: Member): boolean {
  return stands(one) && !one.coupee;
}

/** The order of the canonical choice: by `rang`, the richest, the earliest. */
export function byPrecedence(a: Member, b: Member): number {
  return (
    rang(a) - rang(b) ||
    b.completude - a.completude ||
    text(a.date_publication ?? LAST, b.date_publication ?? LAST) ||
    text(a.id, b.id)
  );
}

/**
 * Where an avis stands (contract, section States).
 * @param set all the avis that are the same notice, itself included.
 * @param heir id of the avis served in place of the one of its own source that took its publications, where one is.
 */
export function placeOf(avis: Member, set: readonly Member[], heir: string | null): Place {
  if (avis.supprime) return { motif: 'supprime', canonique_id: null };
  if (!avis.complete) {
    return heir === null ? { motif: 'supprime', canonique_id: null } : { motif: 'doublon', canonique_id: heir };
  }
  const canonical = canonicalOf(set);
  if (avis.disparu && canonical === null) return { motif: 'supprime', canonique_id: null };
  if (canonical?.id === avis.id) return 'served';
  // The one that its source's cut took away says so; those that were duplicates before the cut stay duplicates.
  if (canonical === null || bestOf(set.filter(stands))?.id === avis.id) {
    return { motif: 'source_coupee', canonique_id: null };
  }
  return { motif: 'doublon', canonique_id: canonical.id };
}

function stands(one: Member): boolean {
  return one.complete && !one.supprime && !one.disparu;
}

function bestOf(members: readonly Member[]): Member | null {
  return [...members].sort(byPrecedence)[0] ?? null;
}

function rang({ source }: Member): number {
  return sourceOf(source)?.rang ?? Number.MAX_SAFE_INTEGER;
}

function text(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
