import type { Schema } from '#contract/schemas/schema';
import { SCHEMAS } from '../openapi/schemas.js';

const COMPONENTS = '#/components/schemas/';

/**
 * JSON Schema of a route's answer by itself: the shapes that it names stand in `$defs`. Without descriptions: clients
 * check answers by it, models seldom see it, and all the same it is sent with each list of tools (measured: 56 kB of 80
 * with them, 31 of 52 without). /llms-full.txt says what each field is.
 */
export function outputSchema(name: string): Schema & { type: 'object' } {
  const $defs: Record<string, Schema> = {};
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, part]) => !isDescription(key, part))
        .map(([key, part]) => [key, key === '$ref' ? take(part) : inlined(part)]),
    );
  };
  const take = (reference: unknown): string => {
    const component = String(reference).slice(COMPONENTS.length);
    if (!(component in $defs)) {
      $defs[component] = {};
      $defs[component] = inlined(schemaOf(component)) as Schema;
    }
    return `#/$defs/${component}`;
  };
  const schema = inlined(schemaOf(name)) as Schema;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...schema,
    type: 'object',
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** Not the field of that name, whose schema is an object. */
function isDescription(key: string, part: unknown): boolean {
  return key === 'description' && typeof part === 'string';
}

function schemaOf(name: string): Schema {
  const schema = SCHEMAS[name];
  if (schema === undefined) throw new Error(`no schema is called ${name}`);
  return schema;
}
