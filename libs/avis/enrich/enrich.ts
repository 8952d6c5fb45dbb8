import type { AutrePublication, AvisContent, Origines } from '#contract/avis';
import type { AvisFacts } from '../fold/facts.js';
import { completudeOf, type Completude } from './completude.js';

/** A notice with what other publications of the same procurement lend it: everything served but the status. */
export interface AvisEnrichi extends Completude {
  facts: AvisFacts;
  /** The content as served, borrowed values included. */
  content: AvisContent;
  /** Completeness of what the source published itself. */
  completude_propre: number;
  publie_aussi_sur: AutrePublication[];
  origines: Origines;
}

/**
 * Borrowing and deduction have their place here (precedence: own > publié > jumeau > deduit); until duplicates are
 * matched nothing is borrowed.
 */
export function enrichAvis(facts: AvisFacts): AvisEnrichi {
  const content = facts.content;
  return {
    facts,
    content,
    ...completudeOf(content),
    completude_propre: completudeOf(facts.content).completude,
    publie_aussi_sur: [],
    origines: {},
  };
}
