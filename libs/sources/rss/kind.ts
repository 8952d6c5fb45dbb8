import type { Publication } from '../publication.js';

export interface Kind {
  kind: 'initial' | 'cancellation' | 'attribution';
  /** The publication's identifier, and the notice that it closes. */
  names: Pick<Publication, 'identifiant' | 'cites' | 'closes' | 'lots_concernes'>;
}

/** « Annule et remplace l'avis n° … » announces a correction, not the end. */
const REPLACING = /\bannul\w*\s+et\s+(?:le |la |les )?rempla/i;
const CANCELLED = /\bannul|\bsans suite\b|\babandon/i;
const NAMED_LOTS = /\blots?\s*(?:n\s*[°ºo]?s?\s*)?(\d{1,3}(?:\s*(?:,|;|et|&)\s*\d{1,3})*)(?![\d/])/i;
/** Beyond, an identifier of them all would not fit. */
const MOST_LOTS = 10;
const AWARDED = /\battribution|\battribu[ée]|\br[ée]sultat/iu;
const CANCELLED_TITLE = /^\W*(?:annul[ée]e?|avis d['’]annulation|sans suite)\s*[\]):–-]/iu;

/**
 * A feed shows the present state of a notice, a change under the same number: whole and initial. An item that says the
 * notice cancelled or awarded, by label or in front of its title, is a publication of its own that closes it: in its place
 * it would take the notice away. One that names lots ends these and leaves the notice open.
 */
export function kindOf(identifiant: string, avis: string | undefined, titre: string | null): Kind {
  const state = avis ?? '';
  const lots = lotsIn(state);
  const closing = (kind: 'cancellation' | 'attribution', suffix: string): Kind => ({
    kind,
    names: {
      identifiant: [identifiant, suffix, ...(lots.length > 0 ? [`lots-${lots.join('-')}`] : [])].join('/'),
      cites: [identifiant],
      closes: lots.length === 0,
      lots_concernes: lots,
    },
  });
  if ((CANCELLED.test(state) && !REPLACING.test(state)) || CANCELLED_TITLE.test(titre ?? ''))
    return closing('cancellation', 'annulation');
  if (AWARDED.test(state)) return closing('attribution', 'attribution');
  return { kind: 'initial', names: { identifiant, cites: [], closes: false, lots_concernes: [] } };
}

/** Numbers of the lots that a state names: « Lot n°2 annulé », « Attribution des lots 1, 2 et 4 ». */
function lotsIn(state: string): string[] {
  const [, listed = ''] = NAMED_LOTS.exec(state) ?? [];
  return [...new Set((listed.match(/\d+/g) ?? []).map((number) => String(Number(number))))].slice(0, MOST_LOTS);
}
