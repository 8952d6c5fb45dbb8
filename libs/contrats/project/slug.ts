/** Longest part that the name takes in a slug. */
const NAME_MAX = 80;

/** Letters that decomposition leaves whole. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', đ: 'd', ł: 'l' };

/**
 * Name of a contractor's record in addresses: `nom-en-minuscules-<siret>`, without accents; the number alone where the
 * name is unknown. Two companies never share one: it ends with the number.
 * @param numero SIRET, or SIREN where no establishment is known.
 */
export function slugOf(nom: string | null, numero: string): string {
  const plain = (nom ?? '')
    .toLowerCase()
    .replace(/[œæßøđł]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain === '' ? numero : `${shortened(plain)}-${numero}`;
}

/** Cut between two words where there are several. */
function shortened(plain: string): string {
  if (plain.length <= NAME_MAX) return plain;
  return plain
    .slice(0, NAME_MAX + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, NAME_MAX);
}
