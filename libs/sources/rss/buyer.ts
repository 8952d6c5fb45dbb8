import type { AcheteurAvis } from '#contract/avis';
import type { Collector } from '../values/cleaned.js';
import { departement } from '../values/place.js';
import { siret } from '../values/siret.js';
import { line } from '../values/text.js';

/** « MAIRIE DE LILLE (59000) », « CHU (59000 - LILLE) », « Ville de X (59) ». */
const WITH_PLACE = /^(.*?)\s*\(\s*(\d{5}|2[AB]\d{3}|9[78]\d|2[AB]|\d{2})(?:\s*[-–]?\s+[^()]*|\s*[-–][^()]*)?\)$/iu;

/** Name and postcode of « buyer (CP) »; null where the text ends otherwise. */
export function withPlace(text: string): { nom: string; lieu: string } | null {
  const [, nom = '', lieu = ''] = WITH_PLACE.exec(text) ?? [];
  return nom === '' ? null : { nom, lieu };
}

export interface BuyerWords {
  nom: string | null;
  siret: string | null;
  code_postal: string | null;
  departement: string | null;
}

export function buyerOf(words: BuyerWords, collector: Collector): AcheteurAvis {
  const shown = line(words.nom);
  const placed = shown === null ? null : withPlace(shown);
  const place = words.departement ?? words.code_postal ?? placed?.lieu ?? null;
  return {
    nom: placed?.nom ?? shown,
    siret: collector.keep('acheteur.siret', siret(words.siret)),
    departement: collector.keep('acheteur.departement', departement(place)),
  };
}
