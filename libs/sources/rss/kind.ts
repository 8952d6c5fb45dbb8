import type { Publication } from '../publication.js';

export interface Kind {
  kind: 'initial' | 'cancellation' | 'attribution';
  /** The publication's identifier, and the notice that it closes. */
  names: Pick<Publication, 'identifiant' | 'cites' | 'closes'>;
}

const CANCELLED = /\bannul|\bsans suite\b|\babandon/i;
const AWARDED = /\battribution|\battribu[ée]|\br[ée]sultat/iu;
const CANCELLED_TITLE = /^\W*(?:annul[ée]e?|avis d['’]annulation|sans suite)\s*[\]):–-]/iu;

/**
 * A feed shows the present state of a notice, a change under the same number: whole and initial. An item that says the
 * notice cancelled or awarded, by label or in front of its title, is a publication of its own that closes it: in its place
 * it would take the notice away.
 */
export function kindOf(identifiant: string, avis: string | undefined, titre: string | null): Kind {
  const closing = (kind: 'cancellation' | 'attribution', suffix: string): Kind => ({
    kind,
    names: { identifiant: `${identifiant}/${suffix}`, cites: [identifiant], closes: true },
  });
  const state = avis ?? '';
  if (CANCELLED.test(state) || CANCELLED_TITLE.test(titre ?? '')) return closing('cancellation', 'annulation');
  if (AWARDED.test(state)) return closing('attribution', 'attribution');
  return { kind: 'initial', names: { identifiant, cites: [], closes: false } };
}
