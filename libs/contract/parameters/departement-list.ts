import { DEPARTEMENTS, isCodeDepartement } from '../departements.js';
import { DEPARTEMENTS_MAX } from '../limits.js';
import { CodeListParameter } from './code-list.js';

/** Execution departments of notices; one given twice counts once. */
export function DepartementListParameter(): PropertyDecorator {
  return CodeListParameter({
    description: 'Départements d’exécution déclarés par l’acheteur ; à défaut de déclaration, celui de l’acheteur.',
    of: 'codes de département (01 à 95 sans 20, 2A, 2B, 971 à 978, 986 à 988)',
    max: DEPARTEMENTS_MAX,
    unique: false,
    isCode: isCodeDepartement,
    pattern: DEPARTEMENTS.map((departement) => departement.code).join('|'),
    example: '35,22',
  });
}
