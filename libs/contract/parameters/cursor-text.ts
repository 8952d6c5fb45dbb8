import { parameter } from './parameter.js';

/** A cursor is opaque: only the list that gave it says whether it is readable (`invalid_cursor`). */
export function CursorParameter(): PropertyDecorator {
  return parameter({
    description:
      'Curseur de la page suivante : la valeur de `meta.curseur_suivant`, inchangée, avec les mêmes filtres. Illisible ou employé avec d’autres filtres : 400 `invalid_cursor`, recommencez sans curseur.',
    accepts: 'valeur de meta.curseur_suivant de la page précédente',
    example: 'MjAyNi0xMS0wMVQwODowMDowMC4wMDAwMDBa',
    schema: { type: 'string', minLength: 1 },
    read: (text) => text,
  });
}
