/** A record, or a part of one, whose values are anything. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_VALUE = /^(nc|n\.c\.?|nan|none|null|undefined|<na>|--none--|cdl|cf_niv_suiv|mq|inx nc|inx none)?$/i;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is there: not null, no token that means « no value », not an empty text, list or object. */
export function isGiven(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return !NO_VALUE.test(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (isFields(value)) return Object.keys(value).length > 0;
  return true;
}

/** The first of the named fields that is given, undefined without; never an inherited property. */
export function field(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(fields, name) && isGiven(fields[name])) return fields[name];
  }
  return undefined;
}

/** As `field`, but a part that an export flattened to its JSON text is read again. */
export function part(fields: Fields, ...names: readonly string[]): unknown {
  const value = field(fields, ...names);
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    const read = JSON.parse(value) as unknown;
    return isGiven(read) ? read : undefined;
  } catch {
    return value;
  }
}

/**
 * The items of a list in whichever shape a format gives it: `[{…}]` (JSON 2019), `[{ titulaire: {…} }]` (JSON 2022),
 * `{ titulaire: {…} }` or `{ titulaire: [{…}] }` (XML), a list in a list, a bare value.
 * @param name of one item.
 */
export function itemsOf(list: unknown, name: string): unknown[] {
  if (!isGiven(list)) return [];
  if (!Array.isArray(list)) return inner(list, name);
  return list.flat().flatMap((item: unknown) => inner(item, name));
}

function inner(item: unknown, name: string): unknown[] {
  if (!isFields(item) || !Object.hasOwn(item, name)) return isGiven(item) ? [item] : [];
  const held = item[name];
  if (Array.isArray(held)) return held.filter(isGiven);
  return isGiven(held) ? [held] : [];
}
