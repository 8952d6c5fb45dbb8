/** Reading a release defensively: nothing of its shape is taken for granted, and only own keys are read. */

export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at the end of a path of keys; undefined when any of it is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isNode(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The objects of a list; one alone counts as a list of one (seen where a converter drops lists of one). */
export function nodes(value: unknown): Node[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode);
}

/** A text or a number as it is, null where there is nothing; anything else by what it is, for a rule to refuse. */
export function scalar(value: unknown): string | number | null {
  if (value === undefined || value === null || typeof value === 'string') return value ?? null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return Array.isArray(value) ? '[list]' : `[${typeof value}]`;
}

/** A code or an identifier: a trimmed text, or a number written out; null when empty or anything else. */
export function word(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** The codes of a list, or the one alone. */
export function words(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => word(item) ?? []);
}

/** No real release nests deeper than 15; a hostile one may. */
const DEPTH_MAX = 40;

/** Every text below a value, depth first. */
export function* texts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return;
  for (const inner of Object.values(value)) yield* texts(inner, depth + 1);
}
