import { parametersOf } from '#contract/parameters/parameter';
import type { Schema } from '#contract/schemas/schema';
import type { Policy } from '../access/policy.js';
import { publishedParameter } from '../openapi/published-parameter.js';

/** Parameter that says how many items a page holds, and how many it holds when a tool's caller does not say. */
export interface PageSize {
  name: 'per_page' | 'limite';
  /** Smaller than the route's own: a model pays for what it reads. */
  default: number;
}

/** JSON Schema of a tool's arguments: the route's parameters, those of its path being required. */
export function inputSchema({ path, query }: Policy, pageSize: PageSize | null): Schema & { type: 'object' } {
  const required = [...parametersOf(path).keys()];
  const properties: Record<string, Schema> = {};
  for (const [name, definition] of [...parametersOf(path), ...parametersOf(query)]) {
    const { description, schema } = publishedParameter(definition);
    properties[name] = { ...schema, description };
    if (name === pageSize?.name) properties[name] = { ...properties[name], default: pageSize.default };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
