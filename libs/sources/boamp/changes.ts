import { text } from '../values/text.js';
import { descendants, isObject, scalar } from './json.js';

/** One structured change of a correction: where it stands, what it replaces, what to read. Empty where not given. */
export interface Change {
  rubrique: string;
  mention: string;
  avant: string;
  lire: string;
}

const RUBRIQUE = /^rub/i;
const MENTION = /mention/i;
const AVANT = /^(init|au_?lieu)/i;
const LIRE = /^lire/i;
const PROSE = /^(infos?_?(rectif|compl)|renseignements?|motif|texte|description_rectif)/i;

/**
 * The structured changes under a correction's block, in any of the spellings of the schemas: classic
 * `RUB_INIT, LOT, APRES_MENTION, INIT, LIRE`, national `rubDelais, auLieuDeDate, lireDate`.
 */
export function changesOf(block: unknown): Change[] {
  const holders = [['', block] as const, ...descendants(block)].map(([, element]) => element).filter(isObject);
  return holders.flatMap((holder) => {
    const rubrique = leafOf(holder, RUBRIQUE);
    const lire = leafOf(holder, LIRE);
    if (rubrique === '' && lire === '') return [];
    return [{ rubrique, mention: leafOf(holder, MENTION), avant: leafOf(holder, AVANT), lire }];
  });
}

/** The free texts of a correction's block: « Rubrique : …, Au lieu de …, lire … ». */
export function proseOf(block: unknown): string[] {
  const texts = [...descendants(block)].flatMap(([name, element]) =>
    PROSE.test(name) ? (text(scalar(element)) ?? []) : [],
  );
  return [...new Set(texts)];
}

/** First own text of the elements so named, or of what they hold. */
function leafOf(holder: Record<string, unknown>, name: RegExp): string {
  for (const [key, element] of Object.entries(holder)) {
    if (!name.test(key)) continue;
    for (const candidate of [element, ...[...descendants(element)].map(([, held]) => held)]) {
      const own = text(scalar(candidate));
      if (own !== null) return own;
    }
  }
  return '';
}
