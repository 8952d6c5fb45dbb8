import { parametersOf } from '#contract/parameters/parameter';
import type { Schema } from '#contract/schemas/schema';
import type { Policy } from '../access/policy.js';
import { publishedParameter } from '../openapi/published-parameter.js';
import { inToolWords } from './tool-words.js';

/** Longest pattern that a model is given, in characters: one lists all departments twice, in each of five tools. */
const PATTERN_MAX = 100;

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
    const { pattern, ...rest } = schema;
    properties[name] = {
      ...rest,
      ...(pattern === undefined || pattern.length > PATTERN_MAX ? {} : { pattern }),
      description: inToolWords(description),
      ...(name === pageSize?.name ? smaller(description, pageSize) : {}),
    };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The route says its own default in words, too. */
function smaller(description: string, { default: size }: PageSize): Schema {
  return { description: description.replace(/ Par défaut \d[^.]*\./, ''), default: size };
}
