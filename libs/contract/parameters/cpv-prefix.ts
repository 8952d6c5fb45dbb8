import { matching, parameter } from './parameter.js';

/** The first 2 to 8 digits of a CPV code. */
export function CpvPrefixParameter(
  description = 'Préfixe de code CPV : le code de l’avis commence par ces chiffres.',
): PropertyDecorator {
  return parameter({
    description,
    accepts: '2 à 8 chiffres',
    example: '45',
    schema: { type: 'string', pattern: '^\\d{2,8}$' },
    read: matching(/^\d{2,8}$/),
  });
}
