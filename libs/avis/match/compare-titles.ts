import { distance } from 'fastest-levenshtein';
import type { Title } from './title.js';

/**
 * `egal`: the same words; `inclus`: one is a cut or a part of the other; `proche`: nearly all in common, yet each has a
 * word that the other lacks (sister lots, another school); `partiel`; `autre`. A title that tells little (« Travaux de
 * voirie ») says so: `_commun`. `inclus_lot`: the longer one names a lot and the shorter one, a cut perhaps, does not.
 */
export type TitleLevel =
  'egal' | 'egal_commun' | 'inclus' | 'inclus_commun' | 'inclus_lot' | 'proche' | 'partiel' | 'autre';

/** Nats in common from which on two titles do not meet by chance: some three telling words. */
const TELLING = 18;
const NOTHING = 0.5;
/** Below this share of words spelt alike, no misspelling explains the rest: most pairs end here, and cheaply. */
const HOPELESS = 0.25;

export function titleLevel(a: Title, b: Title): TitleLevel {
  if (a.plain === b.plain) return telling('egal', a.weight);
  if (isCut(a, b) || isCut(b, a)) return included(a, b, Math.min(a.weight, b.weight));
  if (weightInCommon(a, b) < HOPELESS * Math.min(a.weight, b.weight)) return 'autre';
  const alone = unmatched(a, b);
  const others = unmatched(b, a);
  const common = Math.min(a.weight - alone, b.weight - others);
  if (alone <= NOTHING && others <= NOTHING) return telling('egal', common);
  if (common > 0 && Math.min(alone, others) <= NOTHING) return included(a, b, common);
  const share = common / Math.max(1, Math.min(a.weight, b.weight));
  return share >= 0.7 ? 'proche' : share >= 0.4 ? 'partiel' : 'autre';
}

function included(a: Title, b: Title, common: number): TitleLevel {
  return (a.lots.length === 0) === (b.lots.length === 0) ? telling('inclus', common) : 'inclus_lot';
}

function telling(level: 'egal' | 'inclus', common: number): TitleLevel {
  return common >= TELLING ? level : `${level}_commun`;
}

function isCut(short: Title, long: Title): boolean {
  return short.cut && short.plain.length < long.plain.length && long.plain.startsWith(short.plain);
}

function weightInCommon(a: Title, b: Title): number {
  let sum = 0;
  for (const [word, weight] of a.words) if (b.words.has(word)) sum += weight;
  return sum;
}

/** Weight of the words of one title that the other does not have, not even misspelt or cut. */
function unmatched(a: Title, b: Title): number {
  let sum = 0;
  for (const [word, weight] of a.words) if (!b.words.has(word) && !hasLike(word, a, b)) sum += weight;
  return sum;
}

function hasLike(word: string, a: Title, b: Title): boolean {
  const cutHere = a.cut && a.plain.endsWith(word) && word.length >= 2;
  for (const other of b.words.keys()) {
    if (cutHere && other.startsWith(word)) return true;
    if (b.cut && other.length >= 2 && b.plain.endsWith(other) && word.startsWith(other)) return true;
    if (isMisspelt(word, other)) return true;
  }
  return false;
}

/** A letter lost or changed in a long word; never in one that holds a figure. */
function isMisspelt(a: string, b: string): boolean {
  if (a.length < 6 || b.length < 6 || Math.abs(a.length - b.length) > 1 || /\d/.test(a + b)) return false;
  return distance(a, b) <= 1;
}
