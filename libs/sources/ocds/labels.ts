import type { TypeMarche } from '#contract/vocabulary';

/** Code list procurementCategory. */
export const TYPES: Readonly<Record<string, TypeMarche>> = {
  goods: 'Fournitures',
  works: 'Travaux',
  services: 'Services',
};

/** Code list method, where the release gives no label of its own. */
export const METHODS: Readonly<Record<string, string>> = {
  open: 'Procédure ouverte',
  selective: 'Procédure restreinte',
  limited: 'Procédure négociée sans mise en concurrence préalable',
  direct: 'Procédure négociée sans mise en concurrence préalable',
};

/** Code list awardCriteria, its deprecated codes included. */
export const AWARD_CRITERIA: Readonly<Record<string, string>> = {
  priceOnly: 'Prix uniquement',
  costOnly: 'Coût uniquement',
  qualityOnly: 'Qualité uniquement',
  ratedCriteria: 'Critères pondérés',
  lowestCost: 'Prix le plus bas',
  bestProposal: 'Meilleure offre',
  bestValueToGovernment: 'Offre économiquement la plus avantageuse',
  singleBidOnly: 'Offre unique',
};

/** Types of award criteria of the extension « award criteria ». */
export const CRITERION_TYPES: Readonly<Record<string, string>> = { price: 'prix', cost: 'coût', quality: 'qualité' };

/** What the number beside a criterion counts (`weight` and `fixed` of the extension « award criteria »). */
export const WEIGHT_UNITS: Readonly<Record<string, string>> = {
  percentageExact: '%',
  percentageRangeMiddle: '%',
  pointsExact: 'points',
  pointsRangeMiddle: 'points',
  decimalExact: 'coefficient',
  decimalRangeMiddle: 'coefficient',
  order: 'ordre d’importance',
  total: 'montant total fixe',
  unit: 'montant unitaire fixe',
};
