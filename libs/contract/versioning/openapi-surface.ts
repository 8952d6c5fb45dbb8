import type { Schema } from '../schemas/schema.js';
import { schemaElements } from './schema-surface.js';
import { type Element, element, type Surface } from './surface.js';

/** As much of an OpenAPI 3.1 document as tells its surface. */
export interface OpenapiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

interface OpenapiOperation {
  description?: string;
  security?: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  responses: Readonly<
    Record<
      string,
      { headers?: Readonly<Record<string, unknown>>; content?: Readonly<Record<string, { schema: Schema }>> }
    >
  >;
}

/**
 * What clients of the REST API may rely on: routes with scope and quota, parameters, answers, their headers, and every
 * field of the named shapes. The names of shapes count: generated clients carry them.
 */
export function openapiSurface({ paths, components }: OpenapiDocument): Surface {
  return new Map(elements());

  function* elements(): Generator<[string, Element]> {
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        yield* operationElements(`${method.toUpperCase()} ${path}`, operation);
      }
    }
    for (const [name, schema] of Object.entries(components.schemas)) yield* schemaElements(schema, name, 'out', true);
  }
}

function* operationElements(route: string, operation: OpenapiOperation): Generator<[string, Element]> {
  const access = accessOf(operation);
  yield [route, element('in', { required: false, restrictions: access, meaning: access })];
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    yield* schemaElements(
      schema,
      place === 'path' ? `${route} {${name}}` : `${route} ?${name}`,
      'in',
      required === true,
    );
  }
  // Refusals share one shape; which of them a route gives may grow.
  const { headers = {}, content = {} } = operation.responses['200'] ?? {};
  for (const header of Object.keys(headers)) yield [`${route} 200 ${header}`, element('out')];
  for (const [type, { schema }] of Object.entries(content)) {
    yield* schemaElements(schema, `${route} 200 ${type}`, 'out', true);
  }
}

/** The document tells scope and quota in the sentence that apps/api/openapi/operation.ts writes. */
function accessOf({ description = '', security }: OpenapiOperation): Record<string, string> {
  const scope = /Périmètre `([^`]+)`/.exec(description)?.[1];
  const family = /Quota de la famille `([^`]+)`/.exec(description)?.[1];
  return {
    ...(security?.length !== 0 && { clé: 'oui' }),
    ...(scope !== undefined && { périmètre: scope }),
    ...(family !== undefined && { quota: family }),
  };
}
