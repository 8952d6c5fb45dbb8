/** Letters that decomposition leaves whole. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' };

/** How read.prestataire.nom_tri begins when a name begins with these words: lower case, without accents. */
export function nameStart(words: string): string {
  return words
    .toLowerCase()
    .replace(/[œæß]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
