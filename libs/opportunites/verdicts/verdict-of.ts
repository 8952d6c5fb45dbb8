import type { Verdict } from '#contract/opportunites';
import type { ValeurVerdict } from '#contract/vocabulary';
import type { Evaluation } from './modele.js';

export interface ServedVerdict {
  /** Null when no model has evaluated the notice. */
  verdict: Verdict | null;
  /** What the filter of GET /opportunites compares. */
  filtre: ValeurVerdict;
}

/** From the gravest. */
const GRAVITY: readonly ValeurVerdict[] = ['non', 'incertain', 'oui'];

/**
 * What is served of the outcomes of two models, null for one that has not evaluated the notice. `valeur` is the gravest of
 * them as it is: one rejection says `non`. For the filter one rejection is a doubt; `non` means that both rejected.
 * `raison` is that of a model whose outcome is served, the larger first: of a rejected notice never a reason to take it.
 */
export function verdictOf(petit: Evaluation | null, grand: Evaluation | null): ServedVerdict {
  const outcomes = [grand, petit].filter((one) => one !== null);
  const valeur = GRAVITY.find((grave) => outcomes.some((one) => one.valeur === grave));
  if (valeur === undefined) return { verdict: null, filtre: 'oui' };
  const served = outcomes.filter((one) => one.valeur === valeur);
  const raison = served.find((one) => one.raison !== null)?.raison ?? null;
  return {
    verdict: { valeur, raison },
    filtre: valeur === 'non' && served.length < 2 ? 'incertain' : valeur,
  };
}
