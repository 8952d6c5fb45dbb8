import type { Prepared } from './prepared.js';

/**
 * Notices in one block at most; a block that grows past it is left out for all its members, whichever came first: what
 * so many notices share tells nothing, and a new publication costs the same among ten thousand notices and a million.
 */
export const BLOCK_CAP = 200;

/** Telling words of a title that make blocks, the most telling first. */
const TITLE_WORDS = 3;
/** Two grids of this many days, half a grid apart: publications at most half of it apart always share one. */
const PUBLICATION_GRID = 30;

/**
 * The blocks of a notice, one text each: two notices are compared only if they share an exact key or a block. Every
 * block holds a time, so that blocks do not grow with the years.
 * - buyer and day of deadline; buyer and month of publication (a correction moved one deadline);
 * - department, CPV division or kind of contract, and day of deadline;
 * - a telling word of the title and the day of deadline; two of them and the month of publication.
 */
export function blocksOf(prepared: Prepared): string[] {
  const { notice } = prepared;
  const days = [...new Set(prepared.deadlines.map(({ jour }) => jour))];
  const buyers = buyersOf(prepared);
  const words = tellingWords(prepared);
  const months = monthsOf(prepared.published);
  const pairs = words.flatMap((word, index) => words.slice(index + 1).map((other) => [word, other].sort().join('+')));
  const nature = [notice.cpv?.slice(0, 2), notice.type_marche].filter((one) => one !== null && one !== undefined);
  const places = notice.departements.slice(0, 5).flatMap((code) => nature.map((one) => `${code}|${one}`));
  return [
    ...days.flatMap((day) => [...buyers, ...places, ...words.map((word) => `t:${word}`)].map((one) => `${one}|${day}`)),
    ...months.flatMap((month) => [...buyers, ...pairs.map((pair) => `t:${pair}`)].map((one) => `${one}|${month}`)),
  ];
}

function buyersOf({ siren, buyer }: Prepared): string[] {
  const name = buyer === null || buyer.generic ? [] : [`n:${buyer.core.slice(0, 2).join(' ')}`];
  return siren === null ? name : [`s:${siren}`, ...name];
}

function tellingWords({ title }: Prepared): string[] {
  if (title === null) return [];
  const words = [...title.words].filter(([word]) => word.length >= 4 && !/\d/.test(word));
  return words
    .sort(([a, weight], [b, other]) => other - weight || (a < b ? -1 : 1))
    .slice(0, TITLE_WORDS)
    .map(([word]) => word);
}

function monthsOf(published: number | null): string[] {
  if (published === null) return [];
  const half = PUBLICATION_GRID / 2;
  return [`p${Math.floor(published / PUBLICATION_GRID)}`, `q${Math.floor((published + half) / PUBLICATION_GRID)}`];
}
