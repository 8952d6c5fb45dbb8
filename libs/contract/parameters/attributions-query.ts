import type { CodeDepartement } from '../departements.js';
import { LIMITE_DEFAULT, LIMITE_MAX } from '../limits.js';
import { DayParameter } from './calendar-day.js';
import { CpvPrefixParameter } from './cpv-prefix.js';
import { CursorParameter } from './cursor-text.js';
import { DepartementParameter } from './departement.js';
import { DigitsParameter, SIRET_DIGITS } from './digits.js';
import { IntegerParameter } from './integer.js';
import { inOrder, Rules } from './rules.js';

/** Parameters of GET /attributions (contract, operation `searchAttributions`). */
@Rules<AttributionsQuery>(inOrder('date_min', 'date_max'))
export class AttributionsQuery {
  @DigitsParameter({ description: 'SIRET de l’acheteur.', count: SIRET_DIGITS, example: '21350238800019' })
  acheteur_siret?: string;

  @DepartementParameter('Département de l’acheteur.')
  departement?: CodeDepartement;

  @CpvPrefixParameter('Préfixe de code CPV : le code de l’avis d’attribution commence par ces chiffres.')
  cpv?: string;

  @DayParameter('Publiés à partir de ce jour inclus.')
  date_min?: string;

  @DayParameter('Publiés jusqu’à ce jour inclus ; peut être le même que `date_min`.')
  date_max?: string;

  @IntegerParameter({
    description: 'Avis d’attribution par page.',
    min: 1,
    max: LIMITE_MAX,
    example: LIMITE_DEFAULT,
    default: LIMITE_DEFAULT,
  })
  limite?: number;

  @CursorParameter()
  curseur?: string;
}
