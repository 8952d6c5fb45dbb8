import type { AdapterName } from './registry.js';

/**
 * Time between two collections of a source when nobody says otherwise, in seconds. BOAMP is refreshed twice a day and TED
 * once, at hours that vary; a feed shows its last items only, so it is read more often than a list that shows everything.
 */
export const CADENCE_SECONDS: Readonly<Record<AdapterName, number>> = {
  boamp: 1800,
  eforms: 3600,
  atexo: 1800,
  rss: 900,
  ocds: 3600,
};
