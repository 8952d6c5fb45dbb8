import type { Levels } from './levels.js';

/** Bits of each level. */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: { egal: 8, egal_commun: 4, inclus: 7, inclus_commun: 3, proche: -3, partiel: -5, autre: -8 },
  acheteur: {
    siret_egal: 6,
    siren_egal: 6,
    nom_egal: 6,
    nom_inclus: 5,
    nom_proche: 4,
    nom_homonyme: -5,
    nom_generique: 0,
    nom_autre: -6,
    siren_autre: -8,
  },
  date_limite: { minute: 5, jour: 4, heure: 3, meme_jour: 0, proche: -1, mois: -2, loin: -5 },
  cpv: { egal: 3, classe: 1, division: 1, autre: -4 },
  type_marche: { egal: 1, autre: -5 },
  budget: { egal: 6, proche: -1, autre: -4 },
  nb_lots: { egal: 2, un: 0.5, autre: -2 },
  lieu: { egal: 1, autre: -4 },
  date_publication: { jours: 1, semaine: -2, mois: -3, trimestre: -5, loin: -8 },
  reference: { egale: 8, faible: 5, autre: -1 },
};
export const SAME_FROM = 10;
export const UNSURE_FROM = 2;
