import type { Position } from '../adapter.js';
import { DAY_MS, OVERLAP_MS, WalkOrder } from './order.js';
import type { Marque, ReleasePackage } from './package.js';
import { type OcdsPosition, storedPosition } from './position.js';

/** One walk over a publisher's pages: what it has seen, when it may stop, and from where the next one starts. */
export interface Walk {
  /** Takes note of a page that was read. */
  add(url: string, page: ReleasePackage): void;
  /** Whether all that follows is older than what earlier walks have seen. */
  isOver(): boolean;
  /** Whether no release was seen, of a publisher that had some. */
  foundNothing(): boolean;
  /** The page added last is archived, and this is what becomes of the walk. */
  archived(outcome: Outcome): void;
  /** The position to store. */
  reached(): Position;
  /** Share of the walk that is done; null when nothing tells. */
  progress(): number | null;
}

/** `broken off`: what follows cannot be reached; the next walk starts anew and covers the same time. */
export type Outcome = 'goes on' | 'complete' | 'broken off';

interface Seen {
  url: string;
  /** Milliseconds; null when no release of the page is dated. */
  newest: number | null;
}

export function createWalk(position: OcdsPosition, now: Date): Walk {
  const order = new WalkOrder(position.sens);
  // A date to come says nothing of the order, and as a mark would hide all that really comes.
  const latest = now.getTime();
  const horizon = position.jusqu_a === null ? position.depuis : position.jusqu_a - OVERLAP_MS;
  let newest = position.reprise?.jusqu_a ?? null;
  let edge: number | null = null;
  const recent: Seen[] = [];
  let last: Seen | null = null;
  let found = 0;
  let pages = 0;
  let marque: Marque | null = null;
  let stored = position;

  return {
    add(url, { releases, editeur, licence, marque: state }) {
      const dates = releases.flatMap(({ date }) => (date === null || date > latest ? [] : [date]));
      found += releases.length;
      pages += 1;
      if (pages === 1) marque = url === position.adresse ? state : null;
      last = { url, newest: dates.length === 0 ? null : dates.reduce((a, b) => Math.max(a, b)) };
      if (last.newest !== null) order.add(last.newest);
      newest = last.newest === null ? newest : Math.max(newest ?? -Infinity, last.newest);
      edge = last.newest ?? edge;
      recent.push(last);
      dropOld(recent, newest);
      stored = { ...stored, editeur: editeur ?? stored.editeur, licence: licence ?? stored.licence };
    },
    isOver: () => order.sens === 'decroissant' && last !== null && last.newest !== null && last.newest < horizon,
    foundNothing: () => found === 0 && position.jusqu_a !== null,
    archived(outcome) {
      if (outcome === 'goes on') {
        stored = { ...stored, marque: null, reprise: last === null ? null : { page: last.url, jusqu_a: newest } };
      } else if (outcome === 'broken off') {
        stored = { ...stored, marque: null, reprise: null, fin: found === 0 ? null : stored.fin };
      } else {
        const jusqu_a = newest === null ? position.jusqu_a : Math.max(newest, position.jusqu_a ?? -Infinity);
        const { sens } = order;
        const tells = sens === 'decroissant' || (pages === 1 && last?.url === position.adresse);
        stored = {
          ...stored,
          jusqu_a,
          sens,
          reprise: null,
          fin: startOf(order, recent),
          marque: tells ? marque : null,
        };
      }
    },
    reached: () => storedPosition(stored),
    progress() {
      if (edge === null || newest === null) return null;
      const [done, all] =
        order.sens === 'decroissant'
          ? [newest - edge, newest - horizon]
          : [edge - position.depuis, latest - position.depuis];
      return order.sens === null || all < DAY_MS ? null : Math.min(1, Math.max(0, done / all));
    },
  };
}

/** Where the oldest come first, the next walk starts at the first page that holds releases of the last days. */
function startOf(order: WalkOrder, recent: readonly Seen[]): string | null {
  return order.sens === 'croissant' ? (recent[0]?.url ?? null) : null;
}

/** Drops from the front the pages that end before the last days; the last one read stays. */
function dropOld(pages: Seen[], newest: number | null): void {
  if (newest === null) return;
  while (pages.length > 1 && (pages[0]?.newest ?? -Infinity) < newest - OVERLAP_MS) pages.shift();
}
