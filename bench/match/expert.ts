import type { Levels } from '#avis/match/levels';

/**
 * Bits to start from: what a level would bring by common sense, and does bring where simulated notices show it too seldom.
 * Estimates are drawn towards these as by a few pairs.
 */
export const EXPERT: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: { egal: 8, egal_commun: 4, inclus: 7, inclus_commun: 3, inclus_lot: 0, proche: -3, partiel: -5, autre: -8 },
  acheteur: {
    siret_egal: 4,
    siren_egal: 4,
    nom_egal: 4,
    nom_inclus: 3,
    nom_proche: 2,
    nom_generique: 0,
    nom_homonyme: -5,
    nom_autre: -6,
    siren_autre: -8,
  },
  date_limite: { minute: 4, jour: 3, heure: 2, meme_jour: 0, mois: -3, loin: -6 },
  cpv: { egal: 2, classe: 1, division: 0.5, autre: -4 },
  type_marche: { egal: 0.5, autre: -4 },
  budget: { egal: 5, proche: -1, autre: -4 },
  nb_lots: { egal: 2, un: 0.5, autre: -3 },
  lieu: { egal: 1, autre: -5 },
  date_publication: { jours: 2, semaine: 0, mois: -2, trimestre: -4, loin: -8 },
  reference: { egale: 8, faible: 5, autre: -2 },
  plateforme: { autre: -6 },
};
