import type { Normalise } from '../adapter.js';
import { createCollector } from '../values/cleaned.js';
import { publicationOf } from './publication.js';
import { rejected } from './rejected.js';
import { readRow } from './row.js';

/** Turns one row of the list of open consultations (format `atexo-row`) into a publication or a stated rejection. Never throws. */
export const normaliseAtexoRow: Normalise = ({ source, identifiant, body }) => {
  try {
    const row = readRow(new TextDecoder('utf-8').decode(body));
    if (row === null) return rejected('malformed', 'no div.item_consultation', identifiant);
    if (row.ref === null)
      return rejected('incomplete', 'refCons, orgCons: no consultation number and acronym', identifiant);
    return publicationOf(source, row.ref, row, createCollector());
  } catch (error) {
    // Texts are gathered by recursion: some ten thousand elements inside each other, which no portal writes.
    if (error instanceof RangeError) return rejected('hostile', 'elements are nested too deep', identifiant);
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return rejected('internal', detail, identifiant);
  }
};
