import type { Levels } from './levels.js';

// Written by `npm run bench -- match estimer`; docs/matching.md says how. Do not edit by hand.

/**
 * Bits that each level brings, for and against: how much likelier it is of one notice than of two, the other fields known.
 * `absent` brings nothing. Estimated on 53841 pairs of simulated notices: seed 1 of bench/match/simulate.ts, seeds 11 and 12 of the feeds.
 */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: {
    egal: 11.25,
    egal_commun: 7.99,
    inclus_commun: 5.72,
    inclus: 3.72,
    inclus_lot: -0.77,
    proche: -5.95,
    partiel: -7.14,
    autre: -8.82,
  },
  acheteur: {
    siren_egal: 4,
    siret_egal: 3.26,
    nom_inclus: 3.2,
    nom_egal: 3.18,
    nom_proche: 2.04,
    nom_generique: 0.25,
    nom_homonyme: -3.35,
    nom_autre: -6.28,
    siren_autre: -8.31,
  },
  date_limite: { jour: 3.27, minute: 2.46, heure: 0.78, meme_jour: -1.43, mois: -4.17, loin: -5.97 },
  cpv: { classe: 0.98, egal: 0.43, division: -0.94, autre: -4.79 },
  type_marche: { egal: 0.5, autre: -4.8 },
  budget: { egal: 5.96, proche: -2.14, autre: -4.56 },
  nb_lots: { egal: 2.85, un: 0.17, autre: -5.63 },
  lieu: { egal: 1.05, autre: -8.41 },
  date_publication: { jours: 4.54, semaine: -1.73, mois: -2.79, trimestre: -4.02, loin: -8 },
  reference: { egale: 8, faible: 7.35, autre: -2.09 },
  plateforme: { autre: -8.21 },
};

/** Bits before any field is looked at: most pairs that blocks bring together are of two notices. */
export const PRIOR = -11.6;
