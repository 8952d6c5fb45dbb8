import { ArrayMaxSize, ArrayUnique, ValidateBy } from 'class-validator';
import { parameter } from './parameter.js';

interface CodeList {
  description: string;
  /** French name of the codes, plural. */
  of: string;
  max: number;
  isCode: (text: string) => boolean;
  /** Regular expression of one code, for the published schema. */
  pattern: string;
  example: string;
}

/** Codes separated by commas, none twice. Read as an array in the given order. */
export function CodeListParameter({ description, of, max, isCode, pattern, example }: CodeList): PropertyDecorator {
  return parameter({
    description,
    accepts: `${of} séparés par des virgules, ${max} au plus, sans doublon`,
    example,
    schema: { type: 'string', pattern: `^(?:${pattern})(?:,(?:${pattern})){0,${max - 1}}$` },
    read: (text) => text.split(','),
    checks: (options) => [
      ArrayMaxSize(max, options),
      ArrayUnique(options),
      ValidateBy(
        { name: 'codes', validator: { validate: (codes) => Array.isArray(codes) && codes.every(isCode) } },
        options,
      ),
    ],
  });
}
