import type { Classement, Raisons } from '#contract/opportunites';
import { joined, short } from './words.js';

/** `score 84 (métier 50/50 : CPV 45, distance 20/25 : 80 km, budget 7/15, mode 7/10)`, and the verdict if there is one. */
export function scoreWords({ score, raisons, verdict }: Pick<Classement, 'score' | 'raisons' | 'verdict'>): string {
  const reasons = reasonsOf(raisons).join(', ');
  return joined(
    reasons === '' ? `score ${score}` : `score ${score} (${reasons})`,
    verdict != null && `verdict ${verdict.valeur}${verdict.raison === null ? '' : ` : ${short(verdict.raison) ?? ''}`}`,
  );
}

function reasonsOf({ metier, distance, budget, mode }: Raisons): string[] {
  const fact =
    metier?.cpv !== undefined
      ? ` : CPV ${metier.cpv}`
      : metier?.mots !== undefined
        ? ` : ${metier.mots.join(' ')}`
        : '';
  return [
    metier !== undefined && `métier ${metier.points}/50${fact}`,
    distance !== undefined &&
      `distance ${distance.points}/25${distance.km === null ? '' : ` : ${Math.round(distance.km)} km`}`,
    budget !== undefined && `budget ${budget.points}/15`,
    mode !== undefined && `mode ${mode.points}/10`,
  ].filter((part) => part !== false);
}
