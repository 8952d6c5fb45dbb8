import type { HttpAnswer, Position } from '../adapter.js';

/** Names of items kept to see whether two readings of a feed overlap. */
export const NAMES_KEPT = 500;

/** What a reading that began at the top of the feed saw there. */
export interface Top {
  /** Milliseconds of the latest change; null where the items say none. */
  jusqua: number | null;
  /** Names of the first items. */
  vus: string[];
  /** What the server said of the first page, for the next reading to ask whether it changed. */
  etag: string | null;
  modifie: string | null;
}

/** Where the collection of a feed stands. */
export interface RssPosition {
  /** The last reading that reached its end; null before the first. */
  complet: Top | null;
  /** A reading under way: what its top was, and the address of the last page archived. */
  en_cours: { haut: Top; page: string } | null;
}

/** Reads a stored position; what cannot be read counts as none, which only means reading again. */
export function readPosition(stored: Position | null): RssPosition {
  const page = field(stored?.['en_cours'], 'page');
  const haut = topOf(field(stored?.['en_cours'], 'haut'));
  return {
    complet: topOf(stored?.['complet']),
    en_cours: typeof page === 'string' && haut !== null ? { page, haut } : null,
  };
}

export function storedPosition({ complet, en_cours }: RssPosition): Position {
  return { ...(complet === null ? {} : { complet }), ...(en_cours === null ? {} : { en_cours }) };
}

/** The headers that ask a server whether its feed changed since a reading. */
export function conditionsOf(top: Top | null): { ifNoneMatch?: string; ifModifiedSince?: string } {
  return {
    ...(top?.etag == null ? {} : { ifNoneMatch: top.etag }),
    ...(top?.modifie == null ? {} : { ifModifiedSince: top.modifie }),
  };
}

export function validatorsOf({ etag, lastModified }: HttpAnswer): Pick<Top, 'etag' | 'modifie'> {
  return { etag: etag ?? null, modifie: lastModified ?? null };
}

function topOf(value: unknown): Top | null {
  const vus = field(value, 'vus');
  if (!Array.isArray(vus)) return null;
  const [jusqua, etag, modifie] = [field(value, 'jusqua'), field(value, 'etag'), field(value, 'modifie')];
  return {
    jusqua: typeof jusqua === 'number' && Number.isFinite(jusqua) ? jusqua : null,
    vus: vus.filter((name) => typeof name === 'string').slice(0, NAMES_KEPT),
    etag: typeof etag === 'string' ? etag : null,
    modifie: typeof modifie === 'string' ? modifie : null,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
