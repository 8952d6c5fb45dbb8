import { type ListingSource } from './item.js';

/** How a source writes what it shows: shares of its items, 0 to 1. */
export interface Habits {
  /** Titles all in capitals. */
  readonly capitals: number;
  /** Characters after which a title is cut. */
  readonly titleMax: number;
  /** Buyers under a short or otherwise changed name. */
  readonly shortBuyer: number;
  /** Items whose deadline shows its hour. */
  readonly hour: number;
  /** Items that show a longer object, and its most characters. */
  readonly objet: number;
  readonly objetMax: number;
  /** Items that show their lots, where there are some. */
  readonly lots: number;
  /** Items that give the CPV code; of these, how many give its division only. */
  readonly cpv: number;
  readonly cpvDivision: number;
  /** Of the estimates that the buyer gives, how many are shown here. */
  readonly budget: number;
  readonly siret: number;
  /** Items with execution departments. */
  readonly departements: number;
  /** Items that show the buyer's own reference, rather than another or none. */
  readonly reference: number;
  /** Items that cite the gazettes' notice, and give the consultation's address on the platform. */
  readonly cite: number;
  readonly consultation: number;
  /** Corrections and withdrawals that reach this source. */
  readonly hears: number;
}

const PORTAL: Habits = {
  capitals: 0.14,
  titleMax: 256,
  shortBuyer: 0.3,
  hour: 1,
  objet: 0.9,
  objetMax: 500,
  lots: 1,
  cpv: 0,
  cpvDivision: 0,
  budget: 0.3,
  siret: 0,
  departements: 0.97,
  reference: 0.92,
  cite: 0,
  consultation: 0,
  hears: 0.85,
};
const FEED: Habits = {
  ...PORTAL,
  objet: 0.5,
  objetMax: 300,
  hour: 0.9,
  lots: 0.6,
  budget: 0,
  departements: 0.3,
  reference: 0.7,
};
const AGGREGATOR: Habits = {
  ...PORTAL,
  capitals: 0.1,
  titleMax: 200,
  shortBuyer: 0.5,
  hour: 0.75,
  objet: 0.8,
  objetMax: 1000,
  lots: 0.6,
  cpv: 0.8,
  cpvDivision: 0.25,
  budget: 0.5,
  siret: 0.4,
  reference: 0.5,
  cite: 0.35,
  consultation: 0.4,
  hears: 0.6,
};

/**
 * Capitals are measured on the essential data of these publishers (docs/sources.md D.5: AWS 22 %, the State's 14 %,
 * Dematis 6 %), titles cut at 255 or 256 too, and which fields a list row of Atexo or AWS has (A.1); the rest is invented.
 */
export const HABITS: Readonly<Record<ListingSource, Habits>> = {
  place: PORTAL,
  maximilien: PORTAL,
  megalis_bretagne: { ...PORTAL, capitals: 0.2 },
  ternum_bfc: PORTAL,
  ampa: { ...PORTAL, titleMax: 200 },
  alsace_marches_publics: PORTAL,
  marchespublics596280: { ...PORTAL, capitals: 0.25 },
  aws: { ...FEED, capitals: 0.22, hour: 1, reference: 0.95, lots: 0.9, titleMax: 255 },
  achatpublic: { ...FEED, titleMax: 160 },
  marches_securises: { ...FEED, capitals: 0.3, titleMax: 120 },
  e_marchespublics: { ...FEED, capitals: 0.06, hour: 0.6, cpv: 0.3, cpvDivision: 0.5 },
  xmarches: { ...FEED, titleMax: 80, reference: 0.9 },
  klekoon: { ...PORTAL, cpv: 0.95, siret: 0.9, budget: 0.8, objetMax: 2000 },
  francemarches: AGGREGATOR,
  marchesonline: { ...AGGREGATOR, titleMax: 120, hour: 0.5, cite: 0.5 },
  centraledesmarches: { ...AGGREGATOR, capitals: 0.4, siret: 0.7, hears: 0.4 },
};
