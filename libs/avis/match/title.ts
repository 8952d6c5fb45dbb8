import { STOP_WORDS, wordWeight } from './word-weights.js';
import { plainText, wordsOf } from './words.js';

/** A title as it is compared. */
export interface Title {
  plain: string;
  /**
   * Words that tell something, with what they tell in nats. A word said twice counts twice, `voirie` and `voirie 2`: sister
   * lots repeat a word of the common title (« Couverture et étanchéité… - Couverture »).
   */
  words: ReadonlyMap<string, number>;
  /** Sum of the weights. */
  weight: number;
  /** The source cut it: its last word may be a beginning. */
  cut: boolean;
  /** Numbers of lots that it names itself to be: `lot n° 3` -> `3`. */
  lots: readonly string[];
  /** Years that it names. */
  years: readonly string[];
}

/** Sources cut at 80 to 256 characters (docs/sources.md D.5). */
const SHORTEST_CUT = 78;
const LOT =
  /\blots?\s*(?:n\s*[°ºo]?\s*|no\s*|num(?:e|é)ro\s*)?((?:\d{1,3}[a-z]?)(?:\s*(?:,|et|à|a|-|&)\s*\d{1,3}[a-z]?)*)\b/gi;
const YEAR = /\b20[1-4]\d\b/g;

export function titleOf(titre: string | null): Title | null {
  const text = titre ?? '';
  const plain = plainText(text);
  if (plain === '') return null;
  const words = new Map<string, number>();
  for (const word of wordsOf(text)) {
    if (STOP_WORDS.has(word)) continue;
    words.set(words.has(word) ? `${word} 2` : word, wordWeight(word));
  }
  let weight = 0;
  for (const one of words.values()) weight += one;
  return {
    plain,
    words,
    weight,
    cut: /(\.\.\.|…)\s*$/.test(text) || text.length >= SHORTEST_CUT,
    lots: lotsIn(text),
    years: [...new Set(text.match(YEAR) ?? [])].sort(),
  };
}

function lotsIn(text: string): string[] {
  const lists = [...text.matchAll(LOT)].map((match) => (match[1] ?? '').toLowerCase());
  const numbers = lists.flatMap((list) => list.match(/\d+[a-z]?/g) ?? []);
  return [...new Set(numbers.map((number) => number.replace(/^0+(?=\d)/, '')))].sort();
}
