/**
 * Every figure of the contract's section Limits that is fixed. Those that an operator may change
 * (rates, caps, margins, delays) are settings: libs/platform/configuration.
 */
export const DEPTH_MAX = 1000;
export const PER_PAGE_MAX = 100;
export const PER_PAGE_DEFAULT_PAGE_MODE = 20;
export const PER_PAGE_DEFAULT_CURSOR_MODE = 50;
/** Page size of the lists by day: contracts and award notices. */
export const LIMITE_MAX = 100;
export const LIMITE_DEFAULT = 50;
export const Q_MAX_AVIS = 200;
/** Of prestataires and contrats, after trimming. */
export const Q_MIN = 2;
export const Q_MAX = 100;
/** Of GET /opportunites, out of 100. */
export const SCORE_MIN_DEFAULT = 50;
export const SOURCES_MAX = 18;
export const DEPARTEMENTS_MAX = 20;
export const UPDATED_SINCE_MAX_DAYS = 30;
/** A notice without deadline becomes `clos` once it is older than this many days: at midnight in Paris ending the last. */
export const OPEN_DAYS_WITHOUT_DEADLINE = 180;
/** Longest description served in lists, in characters (UTF-16 units), the final `…` included. */
export const LIST_DESCRIPTION_MAX = 500;
export const QUOTA_DEFAULTS = { general: 50_000, decp: 2_000 } as const;
export const COMPLETUDE_VERSION = 1;
