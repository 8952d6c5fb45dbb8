/** JSON Schema 2020-12, as OpenAPI 3.1 embeds it. */
export type Schema = Readonly<Record<string, unknown>>;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });

export const textOrNull = (description: string, more: Schema = {}): Schema => ({
  type: ['string', 'null'],
  description,
  ...more,
});

export const integer = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });

export const integerOrNull = (description: string, more: Schema = {}): Schema => ({
  type: ['integer', 'null'],
  description,
  ...more,
});

/** Euros, at most 2 decimals. */
export const eurosOrNull = (description: string): Schema => ({
  type: ['number', 'null'],
  description: `${description}, en euros, 2 décimales au plus.`,
});

export const dayOrNull = (description: string): Schema => textOrNull(description, { format: 'date' });

export const instantOrNull = (description: string): Schema => textOrNull(description, { format: 'date-time' });

/** One of a closed list, or null. Clients must ignore values that they do not know. */
export const choiceOrNull = (description: string, values: readonly string[]): Schema => ({
  type: ['string', 'null'],
  enum: [...values, null],
  description,
});

export const list = (description: string, items: Schema): Schema => ({ type: 'array', description, items });

/** An object of which every property is always present. Fields may be added without notice. */
export function object(description: string, properties: Record<string, Schema>, more: Schema = {}): Schema {
  return { type: 'object', description, required: Object.keys(properties), properties, ...more };
}

/** The same object with properties that may be absent. */
export function withOptional(schema: Schema, properties: Record<string, Schema>): Schema {
  return { ...schema, properties: { ...(schema['properties'] as Record<string, Schema>), ...properties } };
}
