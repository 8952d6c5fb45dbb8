import type { AvisContent } from '#contract/avis';
import type { IdentityKeys } from '#sources/publication';

/** A notice as its own source tells it: everything that a projection needs but the matches with other sources. */
export interface AvisFacts {
  source: string;
  /** Identifier of the initial publication. */
  racine: string;
  content: AvisContent;
  /** Day of the initial publication, YYYY-MM-DD. */
  date_publication: string | null;
  /** Day of the latest publication that says something of the notice, for the credit text. */
  derniere_publication: string | null;
  /** What closed the notice as a whole, or null: time may still close it. */
  cloture: Cloture | null;
  /** Cancellations of single lots: recorded, they close nothing. */
  lots_annules: Cloture[];
  keys: IdentityKeys;
}

export interface Cloture {
  identifiant: string;
  kind: 'cancellation' | 'attribution';
  lots: string[];
  motif: string | null;
  date_publication: string | null;
}
