const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' };

/** Lower case, without accents, ligatures, apostrophes and punctuation, words one space apart. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[œæß]/g, (letter) => LIGATURES[letter] as string)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Words of a text in order, plural marks dropped: what differs between two spellings of one title is gone. */
export function wordsOf(text: string): string[] {
  const plain = plainText(text);
  return plain === '' ? [] : plain.split(' ').map(singular);
}

function singular(word: string): string {
  return word.length > 3 && /[a-z][sx]$/.test(word) ? word.slice(0, -1) : word;
}
