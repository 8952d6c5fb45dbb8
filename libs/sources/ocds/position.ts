import type { Position } from '../adapter.js';
import { instantOf } from './instant.js';
import { at, word } from './json.js';
import type { Sens } from './order.js';
import type { Marque } from './package.js';

/** Where the collection of one publisher stands. Instants in milliseconds here, as RFC 3339 in the database. */
export interface OcdsPosition {
  /** The publisher's first page: what was read elsewhere says nothing here. */
  adresse: string;
  /** First instant that is collected, set by the first run: older releases are left where they are. */
  depuis: number;
  /** Newest release of the complete walks; null before the first is complete. */
  jusqu_a: number | null;
  sens: Sens | null;
  /** Page from which to read on where the oldest come first; null: from the address. */
  fin: string | null;
  /** The walk that was interrupted: the last page archived, and its newest release. */
  reprise: { page: string; jusqu_a: number | null } | null;
  /**
   * State of the first page at the last complete walk, where that page alone tells whether there is anything new: the
   * newest come first, or there is no other page.
   */
  marque: Marque | null;
  /** As the latest package states them. */
  editeur: string | null;
  licence: string | null;
}

/**
 * Reads a stored position; what cannot be read counts as none, which only means reading again. Under another address only
 * the first day stays.
 */
export function readPosition(stored: Position | null, since: number, adresse: string): OcdsPosition {
  const here = word(at(stored, 'adresse')) === adresse ? stored : null;
  const sens = at(here, 'sens');
  const page = pageOf(at(here, 'reprise', 'page'), adresse);
  return {
    adresse,
    depuis: instantOf(at(stored, 'depuis')) ?? since,
    jusqu_a: instantOf(at(here, 'jusqu_a')),
    sens: sens === 'croissant' || sens === 'decroissant' ? sens : null,
    fin: pageOf(at(here, 'fin'), adresse),
    reprise: page === null ? null : { page, jusqu_a: instantOf(at(here, 'reprise', 'jusqu_a')) },
    marque: page === null ? marqueOf(at(here, 'marque')) : null,
    editeur: word(at(here, 'editeur')),
    licence: word(at(here, 'licence')),
  };
}

export function storedPosition(position: OcdsPosition): Position {
  const { depuis, jusqu_a, reprise, ...rest } = position;
  const stored = {
    depuis: written(depuis),
    jusqu_a: written(jusqu_a),
    ...rest,
    reprise: reprise === null ? null : { page: reprise.page, jusqu_a: written(reprise.jusqu_a) },
  };
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
}

function marqueOf(value: unknown): Marque | null {
  const [etag, modifie] = [word(at(value, 'etag')), word(at(value, 'modifie'))];
  return etag === null && modifie === null ? null : { etag, modifie };
}

function written(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

function pageOf(value: unknown, adresse: string): string | null {
  const page = word(value);
  return page !== null && URL.canParse(page) && new URL(page).origin === new URL(adresse).origin ? page : null;
}
