import { parameter } from './parameter.js';

/** Free words to search, read without the spaces around them. Any character but the control ones. */
export function WordsParameter(words: { description: string; min: number; max: number }): PropertyDecorator {
  const { description, min, max } = words;
  return parameter({
    description,
    accepts: `texte de ${min} à ${max} caractères, sans caractère de contrôle`,
    example: 'rénovation école',
    schema: { type: 'string', minLength: min, maxLength: max },
    read: (text) => {
      const words = text.trim();
      return isWords(words, min, max) ? words : undefined;
    },
  });
}

function isWords(text: string, min: number, max: number): boolean {
  const length = Array.from(text).length;
  // PostgreSQL refuses NUL, and a lone surrogate is not a character.
  return length >= min && length <= max && !/\p{Cc}|\p{Cs}/u.test(text);
}
