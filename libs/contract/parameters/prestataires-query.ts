import { TAILLES, type Taille } from '../contrats.js';
import type { CodeDepartement } from '../departements.js';
import { DEPTH_MAX, PER_PAGE_DEFAULT_PAGE_MODE, PER_PAGE_MAX, Q_MAX, Q_MIN } from '../limits.js';
import { TRIS_PRESTATAIRES, type TriPrestataires } from '../vocabulary.js';
import { ChoiceParameter } from './choice.js';
import { DepartementParameter } from './departement.js';
import { DigitsParameter } from './digits.js';
import { IntegerParameter } from './integer.js';
import { refuseWhen, Rules } from './rules.js';
import { WordsParameter } from './words.js';

const DIVISION_DIGITS = 2;

/** Parameters of GET /prestataires (contract, operation `searchPrestataires`). */
@Rules<PrestatairesQuery>(
  refuseWhen(
    (query) => query.tri === 'pertinence' && query.q === undefined,
    'invalid_parameter',
    'Paramètre « tri » invalide : « pertinence » demande « q ».',
  ),
  refuseWhen(
    ({ page = 1, per_page = PER_PAGE_DEFAULT_PAGE_MODE }) => page * per_page > DEPTH_MAX,
    'page_too_deep',
    `« page » × « per_page » ne peut pas dépasser ${DEPTH_MAX} : affinez la recherche.`,
  ),
)
export class PrestatairesQuery {
  @WordsParameter({
    description:
      'Mots cherchés dans le nom, sans tenir compte des accents, ou début du nom. Tous les mots doivent s’y trouver.',
    min: Q_MIN,
    max: Q_MAX,
  })
  q?: string;

  @DepartementParameter('Département principal d’activité : celui où l’entreprise a le plus de contrats.')
  departement?: CodeDepartement;

  @DigitsParameter({ description: 'Division CPV du code principal.', count: DIVISION_DIGITS, example: '45' })
  cpv?: string;

  @ChoiceParameter({ description: 'Taille de l’entreprise.', values: TAILLES })
  taille?: Taille;

  @ChoiceParameter({
    description:
      '`pertinence` : noms qui commencent par `q` d’abord, puis nombre de contrats (seulement avec `q`) ; `contrats` : nombre de contrats ; `montant` : montant médian. Par défaut `pertinence` avec `q`, sinon `contrats`.',
    values: TRIS_PRESTATAIRES,
  })
  tri?: TriPrestataires;

  @IntegerParameter({
    description: `Numéro de page à partir de 1 ; \`page\` × \`per_page\` ne dépasse pas ${DEPTH_MAX}, sinon 400 \`page_too_deep\`.`,
    min: 1,
    example: 1,
    default: 1,
  })
  page?: number;

  @IntegerParameter({
    description: 'Prestataires par page.',
    min: 1,
    max: PER_PAGE_MAX,
    example: PER_PAGE_DEFAULT_PAGE_MODE,
    default: PER_PAGE_DEFAULT_PAGE_MODE,
  })
  per_page?: number;
}
