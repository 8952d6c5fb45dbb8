import type { Schema } from '../schemas/schema.js';
import { schemaElements } from './schema-surface.js';
import { type Element, element, type Surface } from './surface.js';

/** A tool of the tool server as its list publishes it. */
export interface PublishedTool {
  name: string;
  inputSchema: Schema;
  outputSchema?: Schema;
}

/** What clients of the tool server may rely on: tools, their arguments, the fields of their answers. */
export function toolsSurface(tools: readonly PublishedTool[]): Surface {
  return new Map(tools.flatMap((tool) => [...toolElements(tool)]));
}

function* toolElements({ name, inputSchema, outputSchema }: PublishedTool): Generator<[string, Element]> {
  const tool = `outil ${name}`;
  yield [tool, element('in', { required: false })];
  const needed = (inputSchema['required'] ?? []) as readonly string[];
  for (const [argument, schema] of Object.entries((inputSchema['properties'] ?? {}) as Record<string, Schema>)) {
    yield* schemaElements(schema, `${tool} ?${argument}`, 'in', needed.includes(argument));
  }
  if (outputSchema !== undefined) yield* schemaElements(outputSchema, `${tool} réponse`, 'out', true);
}
