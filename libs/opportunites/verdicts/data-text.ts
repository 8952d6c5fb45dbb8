/** What could end the part of a prompt that holds it, or be taken for a mark of a model's own format (`<|im_end|>`, `[INST]`). */
const MARKS = /[<>[\]|`]/g;
/** Invisible marks, reading directions, soft hyphens: within words. */
const INVISIBLE = /\p{Cf}+/gu;
/** Controls, line ends, unpaired surrogates, private characters: between words. */
const UNREADABLE = /[\p{C}\p{Z}\s]+/gu;

type Value = string | number | null;

/**
 * Data for a prompt, as one line of JSON in which marks are escaped: whatever the values say, the text holds no
 * character of `<>[]|` or back-tick and no line end, so that it cannot leave the place where it is put.
 * @param values nothing nested, whose brackets would be escaped, too; null and empty values are left out.
 */
export function dataText(values: Readonly<Record<string, Value>>): string {
  const kept = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return JSON.stringify(Object.fromEntries(kept)).replace(
    MARKS,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What a person would read of a text, on one line, at most so many characters; null when that is nothing. */
export function readable(text: string | null, max: number): string | null {
  if (text === null) return null;
  // Twice as much holds enough: what is left out is hardly ever most of it.
  const seen = text
    .slice(0, 2 * max)
    .replace(INVISIBLE, '')
    .replace(UNREADABLE, ' ')
    .trim();
  const cut = seen.length <= max ? seen : `${seen.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return cut === '' ? null : cut;
}
