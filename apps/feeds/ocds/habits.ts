import { type ListingSource } from '../listing/item.js';

/** What each publisher does in its own way; all of it is allowed by the standard, and invented here. */
export interface Habits {
  /**
   * `days`: newest first, a page a day, by number; `before`: newest first, pages named by an instant; `since`: oldest
   * first, a page a day, named by its beginning.
   */
  readonly pages: 'days' | 'before' | 'since';
  /** `links.next` as an absolute address, or relative to the page. */
  readonly next: 'absolute' | 'relative';
  /** Lots under `tender.lots`, or only as items of a `relatedLot`. */
  readonly lots: 'lots' | 'items';
  /** Register that identifies buyers: FR-RCS numbers the company, not the establishment. */
  readonly register: 'FR-SIRET' | 'FR-RCS';
  /** A deadline of which only the day is known. */
  readonly day: 'alone' | 'end_utc';
  /** Where the number of the same notice in a gazette stands. */
  readonly cites: 'relatedProcesses' | 'description' | 'documents';
  /** Whether an amendment gives the whole tender again, or only what it changes. */
  readonly amends: 'whole' | 'changes';
  /** Page of one notice. */
  readonly page: (numero: number) => string;
}

export const HABITS: Partial<Record<ListingSource, Habits>> = {
  klekoon: {
    pages: 'days',
    next: 'absolute',
    lots: 'lots',
    register: 'FR-SIRET',
    day: 'alone',
    cites: 'relatedProcesses',
    amends: 'whole',
    page: (numero) => `https://www.klekoon.com/formulaireweb/consultation/${numero}`,
  },
  francemarches: {
    pages: 'since',
    next: 'relative',
    lots: 'lots',
    register: 'FR-SIRET',
    day: 'end_utc',
    cites: 'documents',
    amends: 'whole',
    page: (numero) => `https://www.francemarches.com/appel-offre/${numero}`,
  },
  marchesonline: {
    pages: 'before',
    next: 'absolute',
    lots: 'items',
    register: 'FR-SIRET',
    day: 'end_utc',
    cites: 'description',
    amends: 'changes',
    page: (numero) => `https://www.marchesonline.com/appels-offres/avis/ao-${numero}-1`,
  },
  centraledesmarches: {
    pages: 'before',
    next: 'relative',
    lots: 'lots',
    register: 'FR-RCS',
    day: 'end_utc',
    cites: 'relatedProcesses',
    amends: 'whole',
    page: (numero) => `https://centraledesmarches.com/marches-publics/avis/${numero}`,
  },
};
