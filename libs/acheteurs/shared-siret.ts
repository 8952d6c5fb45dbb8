import { buyerName } from '#avis/match/buyer-name';

/** Buyers without a word in common under one SIRET: two may be an old and a new name. */
const FEWEST_STRANGERS = 4;

/**
 * Whether names of one SIRET are those of several buyers: prefectures, ministries and barracks publish under the SIRET of
 * the State's platform. Names that share a word, from one to the next, count as one buyer with its services.
 * @param noms names that tell a buyer.
 */
export function isShared(noms: readonly string[]): boolean {
  const groups: Set<string>[] = [];
  for (const nom of noms) {
    const words = new Set(buyerName(nom)?.core ?? []);
    if (words.size === 0) continue;
    const kin = groups.filter((group) => [...words].some((word) => group.has(word)));
    for (const group of kin) {
      for (const word of group) words.add(word);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(words);
  }
  return groups.length >= FEWEST_STRANGERS;
}
