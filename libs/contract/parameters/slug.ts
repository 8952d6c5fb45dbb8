import { parameter } from './parameter.js';

/** Longer than any name in an address; keeps what is asked of the database short. */
const SLUG_MAX = 300;

/** The name of a record in an address. What no record has been named is unknown (404) rather than malformed. */
export function SlugParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts: `texte de 1 à ${SLUG_MAX} caractères, tel que donné par la liste`,
    example: 'ateliers-du-maine-12345678200010',
    schema: { type: 'string', minLength: 1, maxLength: SLUG_MAX },
    read: (text) => (isSlug(text) ? text : undefined),
  });
}

function isSlug(text: string): boolean {
  // PostgreSQL refuses NUL, and a lone surrogate is not a character.
  return text.length <= SLUG_MAX && /\S/.test(text) && !/\p{Cc}|\p{Cs}/u.test(text);
}
