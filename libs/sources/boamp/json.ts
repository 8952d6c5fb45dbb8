/**
 * Reading BOAMP's JSON rendering of XML: one child is an object, several are an array; `@x` is an attribute, `#text` the
 * text beside attributes, `""` an empty element, often a marker by its mere presence (docs/sources.md, B1.1).
 */

/** The element at the end of a dotted path, the first one where several stand; undefined when there is none. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    const node = Array.isArray(current) ? (current as unknown[])[0] : current;
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    current = node[key];
  }
  return current;
}

/** Whether the element exists, even empty. */
export function has(value: unknown, path: string): boolean {
  const found = at(value, path);
  return found !== undefined && found !== null;
}

/** One or several elements as a list; absent or empty: none. */
export function liste(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** A list of texts, also in the spelling of API v1 that joins lists with commas (`"5,1,"`). */
export function listeDeTextes(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(',') : liste(value);
  return items
    .map(scalar)
    .map((item) => (item === null ? '' : String(item).trim()))
    .filter((item) => item !== '');
}

/** Own value of an element, with or without attributes; null when it holds elements or nothing. */
export function scalar(value: unknown): string | number | null {
  const own = isObject(value) ? value['#text'] : Array.isArray(value) ? scalar((value as unknown[])[0]) : value;
  return typeof own === 'string' || typeof own === 'number' ? own : null;
}

/** Value of the element at the end of a path. */
export function scalarAt(value: unknown, path: string): string | number | null {
  return scalar(at(value, path));
}

/** Name of the marker that an element holds: `{"TRAVAUX": ""}` -> `TRAVAUX`. */
export function markerOf(value: unknown): string | null {
  const node: unknown = Array.isArray(value) ? (value as unknown[])[0] : value;
  if (!isObject(node)) return null;
  return Object.keys(node).find((key) => !key.startsWith('@') && key !== '#text') ?? null;
}

/** No real record nests deeper than 20; a hostile one may. */
const DEPTH_MAX = 60;

/** Every element below a value with its name, depth first, the value itself excluded. */
export function descendants(value: unknown): [name: string, element: unknown][] {
  const found: [string, unknown][] = [];
  gather(value, 0, found);
  return found;
}

function gather(value: unknown, depth: number, found: [string, unknown][]): void {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) gather(item, depth + 1, found);
    return;
  }
  for (const [name, element] of Object.entries(value)) {
    for (const item of liste(element)) {
      found.push([name, item]);
      gather(item, depth + 1, found);
    }
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
