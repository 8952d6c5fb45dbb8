import { DEPARTEMENTS, isCodeDepartement } from '../departements.js';
import { parameter } from './parameter.js';

/** One department code. */
export function DepartementParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts: 'un seul code de département (01 à 95 sans 20, 2A, 2B, 971 à 978, 986 à 988)',
    example: '35',
    schema: { type: 'string', enum: DEPARTEMENTS.map((departement) => departement.code) },
    read: (text) => (isCodeDepartement(text) ? text : undefined),
  });
}
