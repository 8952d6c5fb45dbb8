import type { Schema } from '../schemas/schema.js';
import { type Direction, type Element, element } from './surface.js';

const LEAST: ReadonlySet<string> = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const MOST: ReadonlySet<string> = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const RESTRICTIONS: ReadonlySet<string> = new Set(['format', 'pattern', '$ref', 'uniqueItems', 'multipleOf']);
/** Told elsewhere (type, members), or words that bind nobody. */
const NOT_FACTS: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'properties', 'required', 'items', 'anyOf', 'oneOf', '$defs', 'additionalProperties'],
  ...['description', 'title', 'examples', 'example', 'deprecated', '$schema', '$comment', 'default'],
]);

/**
 * The elements of a JSON Schema: itself under `name`, each property under `name.property`, the items of a list under
 * `name[]`, each variant under `name|variant`. A keyword that this file does not know counts as restriction and meaning
 * both: it may neither change nor go, nor be asked of what clients send.
 */
export function* schemaElements(
  schema: Schema,
  name: string,
  direction: Direction,
  required: boolean,
): Generator<[string, Element]> {
  const variants = variantsOf(schema);
  yield [name, { ...facts(schema, variants, direction), required }];
  const always = (schema['required'] ?? []) as readonly string[];
  for (const [property, inner] of members(schema['properties'])) {
    yield* schemaElements(inner, `${name}.${property}`, direction, always.includes(property));
  }
  for (const [definition, inner] of members(schema['$defs'])) {
    yield* schemaElements(inner, `${name} $defs.${definition}`, direction, true);
  }
  if (isSchema(schema['items'])) yield* schemaElements(schema['items'], `${name}[]`, direction, true);
  if (isSchema(schema['additionalProperties'])) {
    yield* schemaElements(schema['additionalProperties'], `${name}.*`, direction, false);
  }
  for (const [variant, inner] of variants) yield* schemaElements(inner, `${name}|${variant}`, direction, true);
}

function facts(schema: Schema, variants: ReadonlyMap<string, Schema>, direction: Direction): Element {
  const numbers = (names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => names.has(key))) as Record<string, number>;
  const restrictions: Record<string, string> = {};
  const meaning: Record<string, string> = {};
  if ('default' in schema) meaning['default'] = JSON.stringify(schema['default']);
  if (schema['additionalProperties'] === false) restrictions['additionalProperties'] = 'false';
  for (const [key, value] of Object.entries(schema)) {
    if (LEAST.has(key) || MOST.has(key) || NOT_FACTS.has(key)) continue;
    restrictions[key] = JSON.stringify(value);
    if (!RESTRICTIONS.has(key)) meaning[key] = JSON.stringify(value);
  }
  const types = variants.size > 0 ? [...variants.keys()] : typesOf(schema);
  return element(direction, {
    types,
    values: valuesOf(schema),
    least: numbers(LEAST),
    most: numbers(MOST),
    restrictions,
    meaning,
  });
}

function typesOf({ type }: Schema): readonly string[] | null {
  if (type === undefined) return null;
  return Array.isArray(type) ? (type as string[]) : [type as string];
}

function valuesOf(schema: Schema): readonly string[] | null {
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);
  return values?.map((value) => JSON.stringify(value)) ?? null;
}

/** Variants by what they refer to, else by their type, else by their place. */
function variantsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const variants = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  return new Map(
    variants.map((variant, index) => {
      const { $ref, type } = variant as { $ref?: string; type?: unknown };
      const name = $ref?.split('/').at(-1) ?? (typeof type === 'string' ? type : 'variant');
      const alike = variants.slice(0, index).some((other) => other['$ref'] === $ref && other['type'] === type);
      return [alike ? `${name}#${index}` : name, variant];
    }),
  );
}

function list(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

function members(value: unknown): [string, Schema][] {
  return isSchema(value) ? Object.entries(value as Record<string, Schema>) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
