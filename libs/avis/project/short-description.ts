import { LIST_DESCRIPTION_MAX } from '#contract/limits';

const ELLIPSIS = '…';

/** Description as lists serve it: at most 500 UTF-16 units, cut at a word and ended by `…` when cut. */
export function shortDescription(description: string | null): string | null {
  if (description === null || description.length <= LIST_DESCRIPTION_MAX) return description;
  const room = LIST_DESCRIPTION_MAX - ELLIPSIS.length;
  const kept = description.slice(0, room);
  const cutAtWord = /\s/.test(description.charAt(room)) ? kept : kept.replace(/\s\S*$/, '');
  // A text without spaces is cut anywhere but inside a character.
  return `${cutAtWord.trimEnd().replace(/[\uD800-\uDBFF]$/, '')}${ELLIPSIS}`;
}
