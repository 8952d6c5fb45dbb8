import type { AvisContent, Origines } from '#contract/avis';
import { type Origine, SERVICE_CODE } from '#contract/vocabulary';
import { sourceOf } from '#sources/registry';

/** Another notice of the same cluster, as one that lends. */
export interface Lender {
  source: string;
  content: AvisContent;
  /** An exact key proves both the same, through others or not: what it lends is `publié`; by resemblance, `jumeau`. */
  proven: boolean;
}

export interface Borrowed {
  content: AvisContent;
  origines: Origines;
}

/**
 * Fills the budget, the description and the buyer's SIRET that a notice's own publications do not give (contract,
 * origines): own > publié > jumeau > deduit, and among lenders of one kind in their order.
 * @param lenders in the order of `rang`. @param deduit the SIRET that the service attached, if any.
 */
export function borrow(source: string, own: AvisContent, lenders: readonly Lender[], deduit: string | null): Borrowed {
  const sorted = [...lenders.filter((one) => one.proven), ...lenders.filter((one) => !one.proven)];
  const content = { ...own };
  const origines: Origines = {};

  const budget = sorted.find((one) => one.content.budget !== null);
  if (own.budget === null && budget !== undefined) {
    content.budget = budget.content.budget;
    origines.budget = loanOf(budget);
  }
  const description = sorted.find((one) => says(one.content.description) && mayBeShown(source, one.source));
  if (!says(own.description) && description !== undefined) {
    content.description = description.content.description;
    origines.description = loanOf(description);
  }
  if (own.acheteur.siret === null) {
    const siret = sorted.find((one) => one.content.acheteur.siret !== null);
    if (siret !== undefined) {
      content.acheteur = { ...own.acheteur, siret: siret.content.acheteur.siret };
      origines.acheteur = { siret: loanOf(siret) };
    } else if (deduit !== null) {
      content.acheteur = { ...own.acheteur, siret: deduit };
      origines.acheteur = { siret: { origine: 'deduit', source: SERVICE_CODE } };
    }
  }
  return { content, origines };
}

function loanOf({ source, proven }: Lender): { origine: Origine; source: string } {
  return { origine: proven ? 'publié' : 'jumeau', source };
}

function says(description: string | null): boolean {
  return description !== null && description.trim() !== '';
}

/**
 * A budget and a SIRET are facts; a description is somebody's text. That of a source without an open licence does not
 * reach keys of usage `rediffusion` through a notice that they may see (docs/decisions/0018).
 */
function mayBeShown(borrower: string, lender: string): boolean {
  return sourceOf(lender)?.rediffusion === true || sourceOf(borrower)?.rediffusion !== true;
}
