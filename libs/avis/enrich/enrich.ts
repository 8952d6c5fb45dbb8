import type { AutrePublication, AvisContent, Origines } from '#contract/avis';
import { sourceOf } from '#sources/registry';
import type { AvisFacts } from '../fold/facts.js';
import { borrow } from './borrow.js';
import { completudeOf, type Completude } from './completude.js';

/** Another notice that is the same, of a source that is served. */
export interface Mate {
  facts: AvisFacts;
  /** An exact key proves both the same, through others or not. */
  proven: boolean;
}

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
 * Completes a notice from those that are the same. @param mates by precedence (`rang` first). @param deduit the buyer's
 * SIRET that the service attached to it, if any.
 */
export function enrichAvis(facts: AvisFacts, mates: readonly Mate[], deduit: string | null): AvisEnrichi {
  const lenders = mates.map((mate) => ({
    source: mate.facts.source,
    content: mate.facts.content,
    proven: mate.proven,
  }));
  const { content, origines } = borrow(facts.source, facts.content, lenders, deduit);
  return {
    facts,
    content,
    ...completudeOf(content),
    completude_propre: completudeOf(facts.content).completude,
    publie_aussi_sur: mates.map((mate) => publicationOf(mate.facts)),
    origines,
  };
}

function publicationOf({ source, content, date_publication }: AvisFacts): AutrePublication {
  return { source, nom: sourceOf(source)?.nom ?? source, lien: content.lien_source, date_publication };
}
