import { Transform } from 'class-transformer';
import { IsOptional, type ValidationOptions } from 'class-validator';

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

interface Checked extends ParameterDefinition {
  /** The typed value of a text; anything that the checks refuse when the text is malformed. */
  read?: (text: string) => unknown;
  /** class-validator decorators, made with the message that all of them share. */
  checks: (options: ValidationOptions) => PropertyDecorator[];
}

const DEFINITIONS = new WeakMap<object, Map<string, ParameterDefinition>>();

/** A property decorator that carries everything about a parameter: reading, checks, message, publication. */
export function parameter({ read, checks, ...definition }: Checked): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const known = DEFINITIONS.get(prototype) ?? new Map<string, ParameterDefinition>();
    DEFINITIONS.set(prototype, known.set(name, definition));
    const decorators = [IsOptional(), ...checks({ message: refusal(name, definition) })];
    if (read !== undefined) decorators.push(Transform(({ value }) => read(String(value))));
    for (const decorate of decorators) decorate(prototype, property);
  };
}

/** Message of every refusal of a parameter's value. */
export function refusal(name: string, definition: ParameterDefinition): string {
  return `Paramètre « ${name} » invalide : ${definition.accepts}.`;
}

/** The parameters of a class, in the order of their declaration. */
export function parametersOf(type: new () => object): ReadonlyMap<string, ParameterDefinition> {
  return DEFINITIONS.get(type.prototype as object) ?? new Map();
}
