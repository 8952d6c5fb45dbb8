import type { ParameterDefinition, ParameterSchema } from '#contract/parameters/parameter';

interface PublishedParameter {
  /** French: what it does, then what is accepted. */
  description: string;
  schema: ParameterSchema & { examples: (string | number)[] };
}

/** What OpenAPI and the tools' input schemas say of a parameter. */
export function publishedParameter({ description, accepts, schema, example }: ParameterDefinition): PublishedParameter {
  return { description: `${description}\n\nAccepté : ${accepts}.`, schema: { ...schema, examples: [example] } };
}
