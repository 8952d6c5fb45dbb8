import type { Position } from '../adapter.js';

/** Consultations no longer listed that are remembered: the RSS may show them still. */
const REMEMBERED = 3000;
/** A walk cut off is taken up again within this time; later the list has moved too far. */
const RESUMED_WITHIN_MS = 3_600_000;

/** Where the collection of a portal stands. */
export interface AtexoPosition {
  /** The walk under way: its start, and the last page whose rows are archived. Null between two walks. */
  parcours: { depuis: string; page: number } | null;
  /**
   * What the list has shown, newest reading first: an item of the RSS says less than the row of the list, and is not to
   * take its place.
   */
  listes: string[];
  /** What the RSS showed at its last reading, when that was the door. */
  fil: string[];
}

/** The position stored; anything unreadable in it is as if it were not there. */
export function readPosition(stored: Position | null): AtexoPosition {
  const parcours = stored?.['parcours'] as Partial<Record<string, unknown>> | null | undefined;
  const depuis = parcours?.['depuis'];
  const page = parcours?.['page'];
  const resumable = typeof depuis === 'string' && typeof page === 'number' && page >= 1;
  return {
    parcours: resumable ? { depuis, page } : null,
    listes: texts(stored?.['listes']),
    fil: texts(stored?.['fil']),
  };
}

/** The page from which a walk that was cut off goes on: the last archived one, for rows may have moved; null for a new walk. */
export function resumedPage({ parcours }: AtexoPosition, now: Date): number | null {
  if (parcours === null) return null;
  const age = now.getTime() - Date.parse(parcours.depuis);
  return age >= 0 && age < RESUMED_WITHIN_MS ? parcours.page : null;
}

/** What the list shows now, then what it showed before. */
export function remembered(listed: Iterable<string>, before: readonly string[]): string[] {
  const now = new Set(listed);
  const gone = before.filter((identifiant) => !now.has(identifiant));
  return [...now, ...gone.slice(0, REMEMBERED)];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
