import type { AvisContent } from '#contract/avis';
import { CHAMPS_COMPLETUDE, type ChampCompletude } from '#contract/vocabulary';

/** The part of a notice that completeness looks at. */
export type CompletudeContent = Pick<
  AvisContent,
  | 'description'
  | 'budget'
  | 'date_limite'
  | 'cpv'
  | 'acheteur'
  | 'type_marche'
  | 'procedure'
  | 'lien_source'
  | 'nb_lots'
>;

export interface Completude {
  completude: number;
  champs_manquants: ChampCompletude[];
}

const POINTS = 100 / CHAMPS_COMPLETUDE.length;

const PRESENT: Record<ChampCompletude, (content: CompletudeContent) => boolean> = {
  description: ({ description }) => description !== null && description.trim() !== '',
  budget: ({ budget }) => budget !== null,
  date_limite: ({ date_limite }) => date_limite !== null,
  cpv: ({ cpv }) => cpv !== null,
  'acheteur.siret': ({ acheteur }) => acheteur.siret !== null,
  'acheteur.departement': ({ acheteur }) => acheteur.departement !== null,
  type_marche: ({ type_marche }) => type_marche !== null,
  procedure: ({ procedure }) => procedure !== null,
  lien_source: ({ lien_source }) => lien_source !== null,
  nb_lots: ({ nb_lots }) => nb_lots !== null && nb_lots >= 1,
};

/**
 * Completeness, rule 1 (contract, fields of a notice): 100 minus 10 per missing field among ten, on the values given:
 * those served for `completude`, the source's own for `completude_propre`. Missing fields in the contract's order.
 */
export function completudeOf(content: CompletudeContent): Completude {
  const champs_manquants = CHAMPS_COMPLETUDE.filter((champ) => !PRESENT[champ](content));
  return { completude: 100 - POINTS * champs_manquants.length, champs_manquants };
}
