/** `in`: what clients send, `out`: what they read. What narrows the one is harmless to the other. */
export type Direction = 'in' | 'out';

/** What a client may rely on in one named part of the contract: a route, a parameter, a field, a tool. */
export interface Element {
  direction: Direction;
  /** `in`: must be sent. `out`: is always there. */
  required: boolean;
  /** JSON types, or the names of the variants; null: anything. */
  types: readonly string[] | null;
  /** Values of a closed list, each as JSON; null: no list. */
  values: readonly string[] | null;
  /** Lower bounds (minimum, minLength…). */
  least: Readonly<Record<string, number>>;
  /** Upper bounds (maximum, maxLength…). */
  most: Readonly<Record<string, number>>;
  /** What restricts the value (format, pattern, scope…), as JSON. */
  restrictions: Readonly<Record<string, string>>;
  /** What tells the meaning (default, scope…), as JSON: it may be added, never changed nor withdrawn. */
  meaning: Readonly<Record<string, string>>;
}

/**
 * The contract as clients may rely on it: elements by the names that announcements use, `GET /avis`, `GET /avis ?tri`,
 * `Avis.acheteur.siret`, `outil get_avis ?id`.
 */
export type Surface = ReadonlyMap<string, Element>;

/** An element that nothing restricts. */
export function element(direction: Direction, more: Partial<Element> = {}): Element {
  const none = { required: true, types: null, values: null, least: {}, most: {}, restrictions: {}, meaning: {} };
  return { direction, ...none, ...more };
}
