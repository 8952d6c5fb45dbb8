import { line } from '#sources/values/text';

/** A text on one line, cut at `max` characters without leaving half of one behind. */
export function shortLine(raw: unknown, max: number): string | null {
  const whole = line(raw);
  if (whole === null || whole.length <= max) return whole;
  return whole.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
