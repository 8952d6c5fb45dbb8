import type { Prepared } from './prepared.js';

/**
 * Notices in one block at most; a block that grows past it is left out for all its members, whichever came first: what
 * so many notices share tells nothing, and a new publication costs the same among ten thousand notices and a million.
 */
export const BLOCK_CAP = 40;

/** A notice corrected again and again, or executed everywhere, must not cost what hundreds of others do. */
const MOST_DAYS = 6;
const MOST_PLACES = 5;
/** Two grids of this many days, half a grid apart: publications at most half of it apart always share one. */
const PUBLICATION_GRID = 14;

/**
 * The blocks of a notice, one text each: two notices are compared only if they share an exact key or a block. Every
 * block holds a time, so that blocks do not grow with the years, and two things that tell or one that tells much, so that
 * they hardly grow with the number of notices a day. What one of them needs the notice may lack.
 * - day of deadline with the buyer; with a department and one of the two most telling words; with the whole title;
 * - day of publication, roughly (a correction moved one deadline), with the buyer and two telling words; with a
 *   department and three.
 */
export function blocksOf(prepared: Prepared): string[] {
  const { buyer, siren, notice, deadlines, published } = prepared;
  const name = buyer === null || buyer.generic ? [] : [`n:${buyer.core.slice(0, 2).join(' ')}`];
  const places = notice.departements.slice(0, MOST_PLACES).map((code) => `l:${code}`);
  const words = tellingWords(prepared);
  const days = [...new Set(deadlines.map(({ jour }) => jour))].slice(0, MOST_DAYS);
  const grids = published === null ? [] : gridsOf(published);
  const blocks = [
    ...crossed(siren === null ? name : [`s:${siren}`, ...name], days),
    ...crossed(places, words.slice(0, 2), days),
    ...crossed(wholeTitle(prepared), days),
    ...crossed(name, together(words, 2), grids),
    ...crossed(places, together(words, 3), grids),
  ];
  return [...new Set(blocks)];
}

/** The most telling words of a title first. */
function tellingWords({ title }: Prepared): string[] {
  if (title === null) return [];
  return [...title.words]
    .filter(([word]) => word.length >= 4 && !/\d/.test(word))
    .sort(([a, weight], [b, other]) => other - weight || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** The first words as one text, whatever their order; none when there are fewer. */
function together(words: readonly string[], count: number): string[] {
  return words.length < count ? [] : [words.slice(0, count).sort().join('+')];
}

/** The words of a title whatever their order, its figures too: sister lots of a large call are not in one block. */
function wholeTitle({ title }: Prepared): string[] {
  return title === null || title.words.size === 0 ? [] : [`t:${[...title.words.keys()].sort().join(' ')}`];
}

function gridsOf(published: number): string[] {
  const half = PUBLICATION_GRID / 2;
  return [`p${Math.floor(published / PUBLICATION_GRID)}`, `q${Math.floor((published + half) / PUBLICATION_GRID)}`];
}

function crossed(...lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...rest] = lists;
  let done = [...first];
  for (const list of rest) done = done.flatMap((one) => list.map((other) => `${one}|${other}`));
  return done;
}
