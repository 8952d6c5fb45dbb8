/** How read.prestataire.nom_tri begins when a name begins with these words: lower case, without accents. */
export function nameStart(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
