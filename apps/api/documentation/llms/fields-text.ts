import type { Schema } from '#contract/schemas/schema';

const COMPONENTS = '#/components/schemas/';

/** A schema as a Markdown list: each field, its type, what it is; shapes that have a name are named. */
export function fieldsText(schema: Schema, depth = 0): string {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  return Object.entries(properties)
    .map(([name, field]) => {
      const optional = required.has(name) ? '' : ', parfois absent';
      const line = `${'  '.repeat(depth)}- \`${name}\` (${typeOf(field)}${optional})${said(field)}`;
      const inner = fieldsText(innerOf(field), depth + 1);
      return inner === '' ? line : `${line}\n${inner}`;
    })
    .join('\n');
}

/** Where the fields of a field stand: in itself, in the items of a list, in the shape that may be null. */
function innerOf(field: Schema): Schema {
  if (field['items'] !== undefined) return innerOf(field['items'] as Schema);
  const shapes = (field['anyOf'] ?? []) as Schema[];
  return shapes.find((shape) => 'properties' in shape) ?? field;
}

function typeOf(field: Schema): string {
  const reference = field['$ref'];
  if (typeof reference === 'string') return `forme ${reference.slice(COMPONENTS.length)}`;
  if (Array.isArray(field['anyOf'])) return unique((field['anyOf'] as Schema[]).map(typeOf)).join(' ou ');
  if (field['items'] !== undefined)
    return `liste de ${typeOf(field['items'] as Schema)}`.replace('de objet', 'd’objets');
  const values = field['enum'];
  if (Array.isArray(values)) return values.map((value) => (value === null ? 'nul' : JSON.stringify(value))).join(' | ');
  const types = [(field['type'] ?? 'object') as string | string[]].flat().map((type) => FRENCH[type] ?? type);
  const format = FORMATS[String(field['format'])];
  return [format ?? types[0], ...types.slice(1)].join(' ou ');
}

const FRENCH: Readonly<Record<string, string>> = {
  string: 'texte',
  integer: 'entier',
  number: 'nombre',
  boolean: 'booléen',
  object: 'objet',
  array: 'liste',
  null: 'nul',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: 'date AAAA-MM-JJ',
  'date-time': 'instant UTC ISO 8601',
  uuid: 'UUID',
};

function said(field: Schema): string {
  return typeof field['description'] === 'string' ? ` : ${field['description']}` : '';
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
