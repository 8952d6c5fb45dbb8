/** The part of JSON Schema 2020-12 that parameters use: what OpenAPI and the tools' input schemas publish. */
export interface ParameterSchema {
  type: 'string' | 'integer';
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  default?: string | number;
}

/** All that is public about one parameter. */
export interface ParameterDefinition {
  /** French: what it does. */
  description: string;
  /** French, follows the name in messages: « `page` : entier à partir de 1 ». */
  accepts: string;
  schema: ParameterSchema;
  example: string | number;
}

/** A parameter and how it is read. */
export interface Parameter extends ParameterDefinition {
  /** The typed value of a text; undefined when the text is none that is accepted. */
  read: (text: string) => unknown;
}

const PARAMETERS = new WeakMap<object, Map<string, Parameter>>();

/** A property decorator that carries everything about a parameter: reading, message, publication. */
export function parameter(definition: Parameter): PropertyDecorator {
  return (prototype, property) => {
    const known = PARAMETERS.get(prototype) ?? new Map<string, Parameter>();
    PARAMETERS.set(prototype, known.set(String(property), definition));
  };
}

/** How a text of this form is read: as it is. */
export function matching(form: RegExp): (text: string) => string | undefined {
  return (text) => (form.test(text) ? text : undefined);
}

/** The parameters of a class, in the order of their declaration. */
export function parametersOf(type: new () => object): ReadonlyMap<string, Parameter> {
  return PARAMETERS.get(type.prototype as object) ?? new Map();
}
