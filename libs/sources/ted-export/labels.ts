import type { TypeMarche } from '#contract/vocabulary';

/** Codes of `PR_PROC` that name a procedure; 9 (not applicable) and Z (not specified) name none. */
export const PROCEDURES: Readonly<Record<string, string>> = {
  '1': 'Procédure ouverte',
  '2': 'Procédure restreinte',
  '3': 'Procédure restreinte accélérée',
  '4': 'Procédure négociée',
  '6': 'Procédure négociée accélérée',
  B: 'Procédure concurrentielle avec négociation',
  C: 'Dialogue compétitif',
  E: 'Procédure d’attribution de concession',
  F: 'Attribution de concession sans publication préalable d’un avis de concession',
  G: 'Partenariat d’innovation',
  T: 'Procédure négociée sans mise en concurrence préalable',
  V: 'Attribution de marché sans publication préalable',
};
export const NO_PROCEDURE = new Set(['9', 'Z']);

/** Codes of `NC_CONTRACT_NATURE`; 3 is a combined contract. */
export const NATURES: Readonly<Record<string, TypeMarche>> = { '1': 'Travaux', '2': 'Fournitures', '4': 'Services' };

/** `TYPE_CONTRACT/@CTYPE`. */
export const CONTRACT_TYPES: Readonly<Record<string, TypeMarche>> = {
  WORKS: 'Travaux',
  SUPPLIES: 'Fournitures',
  SERVICES: 'Services',
};
