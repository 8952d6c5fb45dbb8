import { text } from '../values/text.js';
import { at, descendants, scalar } from './json.js';
import type { BoampRecord } from './record.js';

/** What a national cancellation ends. */
export interface Cancellation {
  motif: string | null;
  /** Numbers of the lots that it names alone; empty when it cancels the whole notice. */
  lots: string[];
}

const BLOCKS = ['FNSimple.annulation', 'MAPA.annulation', 'ANNULATION'];
const REASON = /motif|infos?|texte/i;

/** Reads a national cancellation (docs/sources.md, C.2: 1 of 79 names a single lot and leaves the others open). */
export function readCancellation({ donnees }: BoampRecord): Cancellation {
  const block = BLOCKS.map((path) => at(donnees, path)).find((found) => found !== undefined);
  const told = [...descendants(block)].flatMap(([name, element]) =>
    REASON.test(name) ? (text(scalar(element)) ?? []) : [],
  );
  const motif = [...new Set(told)].join('\n') || text(scalar(block));
  return { motif, lots: motif === null ? [] : lotsNamed(motif) };
}

/**
 * Lots that a reason names by number: « déclarer le lot N°3 sans suite », « lots 1, 2 et 4 ». None where it speaks of all
 * of them.
 */
export function lotsNamed(reason: string): string[] {
  if (/\b(tous|ensemble|totalit[ée]|int[ée]gralit[ée])\b[^.]{0,30}\blots\b/i.test(reason)) return [];
  const lists = [
    ...reason.matchAll(
      /\blots?\s*(?:n\s*[°ºo]?s?\s*[°º]?\s*)?(\d{1,3}(?:\s*(?:,|et|&|;)\s*(?:n\s*[°ºo]\s*)?\d{1,3}\b)*)/gi,
    ),
  ];
  const numbers = lists.flatMap(([, list = '']) => list.match(/\d+/g) ?? []).map((number) => String(Number(number)));
  return [...new Set(numbers)];
}
