import { matching, parameter } from './parameter.js';

interface Digits {
  description: string;
  /** How many, exactly. */
  count: number;
  example: string;
}

/** A code of so many digits, such as a SIRET; its check digit is not looked at. */
export function DigitsParameter({ description, count, example }: Digits): PropertyDecorator {
  return parameter({
    description,
    accepts: `${count} chiffres exactement`,
    example,
    schema: { type: 'string', pattern: `^\\d{${count}}$` },
    read: matching(new RegExp(`^\\d{${count}}$`)),
  });
}

export const SIRET_DIGITS = 14;
export const SIREN_DIGITS = 9;
