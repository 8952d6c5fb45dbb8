import type { Annonce } from './changelog.js';
import { covers, type Difference } from './compare.js';

/** What is wrong with an incompatible change, and what to do about it. */
export interface Refused extends Difference {
  why: string;
}

/**
 * The incompatible changes that may not be released today: those that nobody announced, and those announced whose end
 * has not come.
 * @param today `YYYY-MM-DD`.
 */
export function refused(differences: readonly Difference[], annonces: readonly Annonce[], today: string): Refused[] {
  return differences.flatMap((difference): Refused[] => {
    const concerning = annonces.filter(({ elements }) => elements.some((name) => covers(name, difference.element)));
    if (concerning.length === 0) return [{ ...difference, why: 'not announced in CHANGELOG.md' }];
    if (concerning.some(({ fin }) => fin <= today)) return [];
    const earliest = concerning.map(({ fin }) => fin).sort()[0] ?? '';
    return [{ ...difference, why: `announced, but not before ${earliest}` }];
  });
}

/** Names of announcements still to come that nothing of the contract has: misspelt, or done before their time. */
export function unknownNames(annonces: readonly Annonce[], elements: Iterable<string>, today: string): string[] {
  const known = [...elements];
  return annonces
    .filter(({ fin }) => fin > today)
    .flatMap(({ elements: names }) => names)
    .filter((name) => !known.some((element) => covers(name, element)));
}
