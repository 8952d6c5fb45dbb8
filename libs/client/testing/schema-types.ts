/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** The TypeScript type of a schema; references become the name of their component. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return [schema.type]
    .flat()
    .map((type) => simpleType(type, schema))
    .join(' | ');
}

function simpleType(type: string | undefined, schema: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${typeOf(schema.items!)})[]`;
  if (type !== 'object') return type ?? 'unknown';
  if (schema.properties === undefined) return 'Record<string, unknown>';
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) === true ? '' : '?';
    return `${JSON.stringify(name)}${optional}: ${typeOf(property)}`;
  });
  return `{ ${properties.join('; ')} }`;
}
