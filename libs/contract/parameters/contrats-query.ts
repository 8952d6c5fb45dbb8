import type { CodeDepartement } from '../departements.js';
import { LIMITE_DEFAULT, LIMITE_MAX, Q_MAX, Q_MIN } from '../limits.js';
import { DayParameter } from './calendar-day.js';
import { CpvPrefixParameter } from './cpv-prefix.js';
import { CursorParameter } from './cursor-text.js';
import { DepartementParameter } from './departement.js';
import { DigitsParameter, SIREN_DIGITS, SIRET_DIGITS } from './digits.js';
import { IntegerParameter } from './integer.js';
import { inOrder, refuseWhen, Rules } from './rules.js';
import { WordsParameter } from './words.js';

/** A buyer or a contractor: few enough contracts to be counted and to be searched by words. */
const PARTIES = ['acheteur_siret', 'titulaire_siret', 'titulaire_siren'] as const;
/** At least one of them is mandatory. */
export const FILTRES_OBLIGATOIRES = [...PARTIES, 'departement', 'cpv'] as const;

/** Parameters of GET /contrats (contract, operation `searchContrats`). */
@Rules<ContratsQuery>(
  refuseWhen(
    (query) => FILTRES_OBLIGATOIRES.every((name) => query[name] === undefined),
    'filter_required',
    `Donnez au moins un de ces filtres : ${FILTRES_OBLIGATOIRES.join(', ')}.`,
  ),
  refuseWhen(
    (query) => query.q !== undefined && !hasParty(query),
    'invalid_parameter',
    `Paramètre « q » invalide : il n’est accepté qu’avec ${PARTIES.join(', ')}.`,
  ),
  inOrder('date_min', 'date_max'),
  inOrder('montant_min', 'montant_max'),
)
export class ContratsQuery {
  @DigitsParameter({ description: 'SIRET de l’acheteur.', count: SIRET_DIGITS, example: '21350238800019' })
  acheteur_siret?: string;

  @DepartementParameter('Département d’exécution du contrat, et non celui du siège de l’acheteur.')
  departement?: CodeDepartement;

  @CpvPrefixParameter('Préfixe de code CPV : le code du contrat commence par ces chiffres.')
  cpv?: string;

  @DigitsParameter({
    description: 'SIRET d’un titulaire, le premier ou un cotitulaire.',
    count: SIRET_DIGITS,
    example: '12345678200010',
  })
  titulaire_siret?: string;

  @DigitsParameter({
    description: 'SIREN d’un titulaire, le premier ou un cotitulaire : tous ses établissements.',
    count: SIREN_DIGITS,
    example: '123456782',
  })
  titulaire_siren?: string;

  @DayParameter('Notifiés à partir de ce jour inclus.')
  date_min?: string;

  @DayParameter('Notifiés jusqu’à ce jour inclus.')
  date_max?: string;

  @IntegerParameter({ description: 'Montant minimal, inclus.', min: 0, unit: 'euros', example: 40_000 })
  montant_min?: number;

  @IntegerParameter({ description: 'Montant maximal, inclus.', min: 0, unit: 'euros', example: 221_000 })
  montant_max?: number;

  @WordsParameter({
    description:
      'Mots cherchés dans l’objet du contrat, sans tenir compte des accents ni des terminaisons ; tous doivent s’y trouver. Seulement avec `acheteur_siret`, `titulaire_siret` ou `titulaire_siren`.',
    min: Q_MIN,
    max: Q_MAX,
  })
  q?: string;

  @IntegerParameter({
    description: 'Contrats par page.',
    min: 1,
    max: LIMITE_MAX,
    example: LIMITE_DEFAULT,
    default: LIMITE_DEFAULT,
  })
  limite?: number;

  @CursorParameter()
  curseur?: string;
}

export function hasParty(query: Partial<Record<(typeof PARTIES)[number], unknown>>): boolean {
  return PARTIES.some((name) => query[name] !== undefined);
}
