import { parameter } from './parameter.js';

interface CodeList {
  description: string;
  /** French name of the codes, plural. */
  of: string;
  max: number;
  /** Whether a code given twice is refused (contract: `source`); otherwise it counts once. */
  unique: boolean;
  isCode: (text: string) => boolean;
  /** Regular expression of one code, for the published schema. */
  pattern: string;
  example: string;
  default?: readonly string[];
}

/** Codes separated by commas. Read as an array in the given order, each once. */
export function CodeListParameter({
  description,
  of,
  max,
  unique,
  isCode,
  pattern,
  example,
  ...rest
}: CodeList): PropertyDecorator {
  return parameter({
    description,
    accepts: `${of} séparés par des virgules, ${max} au plus${unique ? ', sans doublon' : ''}`,
    example,
    schema: {
      type: 'string',
      pattern: `^(?:${pattern})(?:,(?:${pattern})){0,${max - 1}}$`,
      ...(rest.default === undefined ? {} : { default: rest.default.join(',') }),
    },
    read: (text) => {
      const given = text.split(',');
      const codes = [...new Set(given)];
      const twice = codes.length < given.length;
      return codes.length <= max && codes.every(isCode) && !(unique && twice) ? codes : undefined;
    },
  });
}
