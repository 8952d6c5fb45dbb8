import { DEPARTEMENTS } from '#contract/departements';
import { BUYER_KINDS, EMPTY_WORDS } from './buyer-kinds.js';
import { STOP_WORDS } from './word-weights.js';
import { plainText, wordsOf } from './words.js';

/** A buyer's name as it is compared. */
export interface BuyerName {
  /** What kind of body it says to be (`commune`, `cc`, `chu`…); null when it does not. */
  kind: string | null;
  /** The words that tell it from others of its kind, in order: `Ville de Saint-Aubin` -> `saint`, `aubin`. */
  core: readonly string[];
  /** The same in one text. */
  joined: string;
  /** The whole name, plain. */
  plain: string;
  /** Initials of its words, small ones left out: `Auray Quiberon Terre Atlantique` -> `aqta`. */
  initials: string;
  /** `COMMUNE`, `MAIRIE`, `SERVICE DES MARCHES`: it names nobody, whatever it equals (docs/sources.md C.3.6). */
  generic: boolean;
}

const CODE_OF_DEPARTEMENT: ReadonlyMap<string, string> = new Map(
  DEPARTEMENTS.map(({ code, nom }) => [
    wordsOf(nom)
      .filter((word) => !STOP_WORDS.has(word))
      .join(' '),
    code.toLowerCase(),
  ]),
);
/** Bodies named after their department, by name or by code. */
const DEPARTMENTAL = new Set(['departement', 'sdis', 'habitat', 'prefecture']);

/** @param nom as the notice gives it. */
export function buyerName(nom: string | null): BuyerName | null {
  const plain = plainText(nom ?? '');
  if (plain === '') return null;
  const [kind, rest] = splitKind(plain);
  const core = coreOf(rest, kind);
  return { kind, core, joined: core.join(' '), plain, initials: initialsOf(plain), generic: core.length === 0 };
}

function splitKind(plain: string): readonly [string | null, string] {
  for (const [kind, words] of BUYER_KINDS) {
    if (words.test(plain)) return [kind, plain.replace(words, ' ')];
  }
  return [null, plain];
}

function coreOf(rest: string, kind: string | null): string[] {
  const words = wordsOf(rest).filter((word) => !STOP_WORDS.has(word) && !isEmpty(word));
  // Postcodes and the like stand beside a name, department codes are names of departmental bodies.
  const telling = words.map(abbreviated).filter((word) => !/^(?!97|98)\d{3,}$/.test(word));
  if (kind === null || !DEPARTMENTAL.has(kind)) return telling.filter((word) => !/^\d+$/.test(word));
  const code = CODE_OF_DEPARTEMENT.get(telling.join(' '));
  return code === undefined ? telling : [code];
}

function isEmpty(word: string): boolean {
  return EMPTY_WORDS.has(word) || EMPTY_WORDS.has(`${word}s`);
}

function abbreviated(word: string): string {
  return word === 'st' ? 'saint' : word === 'ste' ? 'sainte' : word;
}

function initialsOf(plain: string): string {
  const words = plain.split(' ').filter((word) => !STOP_WORDS.has(word));
  return words.map((word) => word.charAt(0)).join('');
}
