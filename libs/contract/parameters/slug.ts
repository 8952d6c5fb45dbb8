import { Matches, MaxLength } from 'class-validator';
import { parameter } from './parameter.js';

/** Longer than any name in an address; keeps what is asked of the database short. */
const SLUG_MAX = 300;

/** The name of a record in an address: lower-case words joined by dashes. */
export function SlugParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts: 'lettres minuscules sans accent, chiffres et tirets, tel que donné par la liste',
    example: 'ateliers-du-maine-12345678200010',
    schema: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: SLUG_MAX },
    checks: (options) => [Matches(/^[a-z0-9-]+$/, options), MaxLength(SLUG_MAX, options)],
  });
}
