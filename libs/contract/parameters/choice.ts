import { parameter } from './parameter.js';

interface Choice {
  description: string;
  values: readonly string[];
  /** Accepts any case and gives the value as it is written in the contract. */
  anyCase?: boolean;
  default?: string;
}

/** One value of a closed list. */
export function ChoiceParameter({ description, values, anyCase, ...rest }: Choice): PropertyDecorator {
  const written = new Map(values.map((value) => [anyCase === true ? value.toLowerCase() : value, value]));
  return parameter({
    description,
    accepts: `${values.join(', ')}${anyCase === true ? ' (majuscules ou minuscules)' : ''}`,
    example: values[0] ?? '',
    schema: { type: 'string', enum: values, ...rest },
    read: (text) => written.get(anyCase === true ? text.toLowerCase() : text),
  });
}
