import type { FiltreStatut } from '#contract/vocabulary';
import type { PageParcours } from '../answers.js';
import type { ParcoursAvis } from '../queries.js';

/** Where a mirror stands: all that it needs to go on after a crash. Kept with the rows, written with each page. */
export interface Position {
  /** Address of the service copied: versions of two services cannot be compared. */
  base: string;
  /** Which notices the full copy asks for. */
  statut: FiltreStatut;
  /** Number of the full copy, from 1; rows not seen since it began go away once it is complete. */
  pass: number;
  /** The full copy under way, or null once it is complete. */
  copy: { curseur: string | null } | null;
  /** The changes: everything before `since` was seen; null until the copy's first page. */
  changes: { since: string | null; curseur: string | null };
  /** Notices received in the present walk, and how many it announced, for display. */
  received: number;
  total: number | null;
}

export type Walk = 'copy' | 'changes';

/** A copy longer than this looks at the changes in between: the API forgets those of more than 30 days. */
const LONGEST_COPY_DAYS = 10;

export function firstPosition(base: string, statut: FiltreStatut): Position {
  return {
    base,
    statut,
    pass: 1,
    copy: { curseur: null },
    changes: { since: null, curseur: null },
    received: 0,
    total: null,
  };
}

/** Copies everything again: the changes since the last synchronisation are no longer known. */
export function startAgain(position: Position, statut: FiltreStatut = position.statut): Position {
  return { ...firstPosition(position.base, statut), pass: position.pass + 1 };
}

/** Takes the present walk from its page one; nothing is lost, pages are read twice. */
export function rewind(position: Position, walk: Walk): Position {
  const fresh = { ...position, received: 0, total: null };
  return walk === 'copy'
    ? { ...fresh, copy: { curseur: null } }
    : { ...fresh, changes: { ...position.changes, curseur: null } };
}

/** The walk whose page comes next. */
export function nextWalk({ copy, changes }: Position, now: Date): Walk {
  if (copy === null || changes.curseur !== null) return 'changes';
  if (changes.since === null) return 'copy';
  const days = (now.getTime() - Date.parse(changes.since)) / 86_400_000;
  return days > LONGEST_COPY_DAYS ? 'changes' : 'copy';
}

/** Whether the page that follows is its walk's first. */
export function isFirstPage({ copy, changes }: Position, walk: Walk): boolean {
  return (walk === 'copy' ? copy?.curseur : changes.curseur) == null;
}

export function queryOf({ statut, copy, changes }: Position, walk: Walk): ParcoursAvis {
  const asked = walk === 'copy' ? copy : changes;
  const curseur = asked?.curseur ?? null;
  const page = curseur === null ? {} : { curseur };
  return walk === 'copy' ? { statut, ...page } : { updated_since: changes.since ?? '', ...page };
}

/** The position once a page of `walk` is stored. */
export function advance(position: Position, walk: Walk, { data, meta }: PageParcours): Position {
  const first = isFirstPage(position, walk);
  const received = (first ? 0 : position.received) + data.length;
  const total = meta.total ?? (first ? null : position.total);
  const curseur = meta.curseur_suivant;
  const { since } = position.changes;
  if (walk === 'changes') {
    return {
      ...position,
      received,
      total,
      changes: { since: curseur === null ? meta.synchronise_jusqu_a : since, curseur },
    };
  }
  // The earliest instant of the copy's pages, not the last one's: a notice copied open on an early page and closed or
  // retired during the walk never comes back in a walk of open notices, only among the changes since then.
  const earliest = since === null || meta.synchronise_jusqu_a < since ? meta.synchronise_jusqu_a : since;
  const copy = curseur === null ? null : { curseur };
  return { ...position, received, total, copy, changes: { since: earliest, curseur: null } };
}

/** Whether a page of `walk` was the last of a synchronisation: no copy left to do, the changes read to their end. */
export function isComplete({ copy, changes }: Position, walk: Walk): boolean {
  return walk === 'changes' && copy === null && changes.curseur === null;
}
