import { DigitsParameter, SIRET_DIGITS } from './digits.js';

/** Path of GET /acheteurs/{siret}. */
export class AcheteurPath {
  @DigitsParameter({ description: 'SIRET de l’acheteur.', count: SIRET_DIGITS, example: '21350238800019' })
  siret!: string;
}
