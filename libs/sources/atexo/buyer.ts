import type { AcheteurAvis } from '#contract/avis';
import type { Collector } from '../values/cleaned.js';
import { departement } from '../values/place.js';
import { line } from '../values/text.js';

/** « VILLE D'ARRAS (62000 - ARRAS) », the town sometimes absent. */
const WITH_PLACE = /^(.*?)\s*\(\s*(\d{4,5}|2[AB]\d{3})\s*(?:-[^()]*(?:\([^()]*\)[^()]*)?)?\)$/i;

/** The buyer of « organisme (CP - VILLE) »: name without the place, department of the postcode. */
export function buyerOf(organisme: string | null, collector: Collector): AcheteurAvis {
  const shown = line(organisme);
  const [, nom, cp] = WITH_PLACE.exec(shown ?? '') ?? [];
  return {
    nom: line(nom ?? shown),
    siret: null,
    departement: cp === undefined ? null : collector.keep('acheteur.departement', departement(cp)),
  };
}
