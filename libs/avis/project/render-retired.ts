import type { AvisRetire } from '#contract/avis';
import type { MotifRetrait } from '#contract/vocabulary';
import { fingerprint } from './render.js';
import type { Rendered } from './rendered.js';

/** What the retired form keeps for filters when the notice was never served under this id. */
export type FilterValues = Omit<Rendered, 'id' | 'statut' | 'closes_at' | 'liste' | 'detail' | 'empreinte'>;

/**
 * The reduced form of a notice no longer served (contract, Retired notice form).
 * @param canoniqueId the notice that replaces it for `doublon`, null otherwise.
 * @param filters used only when the id was never served: else its last served values stay (write.publish_avis).
 */
export function renderRetired(
  id: string,
  motif: MotifRetrait,
  canoniqueId: string | null,
  filters: FilterValues,
): Rendered {
  const form: AvisRetire = { id, statut: 'retire', motif_retrait: motif, canonique_id: canoniqueId };
  const text = JSON.stringify(form);
  return {
    ...filters,
    id,
    statut: 'retire',
    closes_at: null,
    liste: text,
    detail: text,
    empreinte: fingerprint(text, text),
  };
}
