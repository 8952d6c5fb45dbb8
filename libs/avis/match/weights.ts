import type { Levels } from './levels.js';

// Written by `npm run bench -- match estimer`; docs/matching.md says how. Do not edit by hand.

/**
 * Bits that each level brings, for and against: how much likelier it is of one notice than of two, the other fields known.
 * `absent` brings nothing. Estimated on 1949164 pairs of 40000 simulated notices, seeds 1, 2.
 */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: {
    egal: 11.43,
    egal_commun: 8.34,
    inclus_commun: 4.61,
    inclus: 4.47,
    inclus_lot: -0.35,
    proche: -5.96,
    partiel: -7.34,
    autre: -9.2,
  },
  acheteur: {
    siren_egal: 4,
    nom_inclus: 3.8,
    nom_egal: 3.55,
    siret_egal: 3.28,
    nom_proche: 2.91,
    nom_generique: 0.44,
    nom_homonyme: -5.02,
    nom_autre: -6.09,
    siren_autre: -8.87,
  },
  date_limite: { jour: 3.04, minute: 2.7, heure: 1.47, meme_jour: -1.91, mois: -3.96, proche: -6.78, loin: -7.22 },
  cpv: { classe: 0.94, egal: 0.47, division: -1.14, autre: -4.93 },
  type_marche: { egal: 0.34, autre: -6.2 },
  budget: { egal: 6.27, proche: -2.19, autre: -5.01 },
  nb_lots: { egal: 3.2, un: 0.09, autre: -5.93 },
  lieu: { egal: 1.39, autre: -7.83 },
  date_publication: { jours: 9.03, semaine: -0.7, trimestre: -5.23, mois: -7.1, loin: -8 },
  reference: { egale: 8, faible: 6.96, autre: -2.21 },
};

/** Bits before any field is looked at: most pairs that blocks bring together are of two notices. */
export const PRIOR = -17.31;
