import { createHash } from 'node:crypto';
import type { RawDocument } from '../adapter.js';
import type { Entry } from './page.js';

/**
 * The documents of a page in the order of the archive. A feed that shows several items of one notice shows the newest
 * first: the others are archived before it, so that it has the last word, and each under a name of its own; under one
 * name they would take each other's place at every reading.
 */
export function documentsOf(entries: readonly Entry[]): RawDocument[] {
  const newest = new Map<string, Entry>();
  for (const entry of entries) {
    const { identifiant } = entry.document;
    const other = newest.get(identifiant);
    if (identifiant !== '' && (other === undefined || isNewer(entry, other))) newest.set(identifiant, entry);
  }
  const older = entries.filter((entry) => isTwin(entry, newest)).reverse();
  return [
    ...older.map(({ document }) => ({ ...document, identifiant: `${document.identifiant}~${fingerprint(document)}` })),
    ...entries.filter((entry) => !isTwin(entry, newest)).map(({ document }) => document),
  ];
}

function isTwin(entry: Entry, newest: ReadonlyMap<string, Entry>): boolean {
  return (newest.get(entry.document.identifiant) ?? entry) !== entry;
}

/** Where dates say nothing, the one that stands first is. */
function isNewer({ changed }: Entry, other: Entry): boolean {
  return changed !== null && other.changed !== null && changed > other.changed;
}

function fingerprint({ body }: RawDocument): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
