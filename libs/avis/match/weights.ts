import type { Levels } from './levels.js';

// Written by `npm run bench -- match estimer`; docs/matching.md says how. Do not edit by hand.

/**
 * Bits that each level brings, for and against: how much likelier it is of one notice than of two, the other fields known.
 * `absent` brings nothing. Estimated on 1991108 pairs of simulated notices: seed 1 of bench/match/simulate.ts, seeds 11 and 12 of the feeds.
 */
export const WEIGHTS: { readonly [Champ in keyof Levels]: Readonly<Record<string, number>> } = {
  titre: {
    egal: 11.67,
    egal_commun: 8.7,
    inclus: 4.03,
    inclus_commun: 4,
    inclus_lot: -0.61,
    proche: -5.82,
    partiel: -7.14,
    autre: -8.83,
  },
  acheteur: {
    siren_egal: 4,
    nom_egal: 3.58,
    siret_egal: 3.55,
    nom_inclus: 3.24,
    nom_proche: 2.32,
    nom_generique: -0.65,
    nom_homonyme: -3.41,
    nom_autre: -6.24,
    siren_autre: -8.4,
  },
  date_limite: { jour: 4.21, minute: 3.32, heure: 1.68, meme_jour: -0.88, mois: -4.13, loin: -6.17 },
  cpv: { classe: 0.98, egal: 0.5, division: -1.03, autre: -4.69 },
  type_marche: { egal: 0.37, autre: -4.83 },
  budget: { egal: 6.3, proche: -2.17, autre: -4.61 },
  nb_lots: { egal: 2.72, un: 0.16, autre: -5.44 },
  lieu: { egal: 1.6, autre: -7.98 },
  date_publication: { jours: 6.71, semaine: 0, trimestre: -4, mois: -6.71, loin: -8 },
  reference: { egale: 8, faible: 6.41, autre: -2.06 },
  plateforme: { autre: -7.83 },
};

/** Bits before any field is looked at: most pairs that blocks bring together are of two notices. */
export const PRIOR = -15.55;
