/**
 * JSON text of a record some of whose fields are lists of texts that are JSON already: contracts are rendered once and
 * joined, never parsed.
 * @param fields in their order; a field is a value, or `{ items }`.
 */
export function recordText(fields: Record<string, unknown>): string {
  const parts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`);
  return `{${parts.join(',')}}`;
}

/** A list of texts that are JSON already. */
export class RenderedList {
  constructor(readonly items: readonly string[]) {}
}

function textOf(value: unknown): string {
  return value instanceof RenderedList ? `[${value.items.join(',')}]` : JSON.stringify(value);
}
