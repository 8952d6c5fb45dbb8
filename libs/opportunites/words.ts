import { stemmer } from '@orama/stemmers/french';
import { LRUCache } from 'lru-cache';
import { plainText } from '#avis/match/words';
import { STOP_WORDS } from '#avis/match/word-weights';

/** Notices that tell more than this repeat themselves; read.avis searches no more of a title either. */
const TEXT_MAX = 20_000;
const WORD_MIN = 2;
const WORD_MAX = 40;

/** A word is met in thousands of notices; its stem costs more than finding it again. */
const STEMS = new LRUCache<string, string>({ max: 50_000 });

/**
 * The distinct words of a text as notices and keywords alike are compared: lower case, without accents, then without
 * French endings (Snowball), short words and stop words left out. « Rénovations énergétiques » and « renovation
 * energetique » give the same words. Accents go first, as in the search of GET /avis: many titles have none.
 */
export function motsDe(text: string): string[] {
  const mots = new Set<string>();
  for (const word of plainText(text.slice(0, TEXT_MAX)).split(' ')) {
    if (word.length < WORD_MIN || word.length > WORD_MAX || STOP_WORDS.has(word)) continue;
    mots.add(stemOf(word));
  }
  return [...mots];
}

function stemOf(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  STEMS.set(word, stem);
  return stem;
}
