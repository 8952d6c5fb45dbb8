import type { Levels } from './levels.js';

// Written by `npm run bench -- match estimer`; docs/matching.md says how. Do not edit by hand.

/**
 * Bits that each level brings, for and against: how much likelier it is of one notice than of two, the other fields known.
 * `absent` brings nothing. Estimated on 51864 pairs of simulated notices: seed 1 of bench/match/simulate.ts, seeds 11 and 12 of the feeds.
 */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: {
    egal: 10.85,
    egal_commun: 7.65,
    inclus_commun: 5.53,
    inclus: 3.36,
    inclus_lot: 1.38,
    proche: -6.5,
    partiel: -7.37,
    autre: -8.91,
  },
  acheteur: {
    siren_egal: 4,
    nom_inclus: 3.44,
    siret_egal: 3.23,
    nom_egal: 3.13,
    nom_proche: 2.02,
    nom_generique: 0.21,
    nom_homonyme: -3.42,
    nom_autre: -6.31,
    siren_autre: -8.32,
  },
  date_limite: { jour: 3.31, minute: 2.45, heure: 0.81, meme_jour: -1.43, mois: -4.19, loin: -6 },
  cpv: { classe: 0.97, egal: 0.46, division: -0.99, autre: -4.8 },
  type_marche: { egal: 0.58, autre: -4.79 },
  budget: { egal: 5.85, proche: -2.14, autre: -4.56 },
  nb_lots: { egal: 2.82, un: 0.07, autre: -5.7 },
  lieu: { egal: 1.11, autre: -8.42 },
  date_publication: { jours: 4.55, semaine: -1.76, mois: -2.78, trimestre: -4.02, loin: -8 },
  reference: { egale: 8, faible: 7.14, autre: -1.97 },
  plateforme: { autre: -8.25 },
};

/** Bits before any field is looked at: most pairs that blocks bring together are of two notices. */
export const PRIOR = -11.3;
