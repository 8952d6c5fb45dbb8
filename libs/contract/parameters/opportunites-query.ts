import type { CodeDepartement } from '../departements.js';
import { DEPTH_MAX, PER_PAGE_DEFAULT_PAGE_MODE, PER_PAGE_MAX, Q_MAX_AVIS, SCORE_MIN_DEFAULT } from '../limits.js';
import { STATUTS_UTILISATEUR, VERDICTS, type StatutUtilisateur, type ValeurVerdict } from '../vocabulary.js';
import { DayParameter } from './calendar-day.js';
import { ChoiceListParameter } from './choice-list.js';
import { CpvPrefixParameter } from './cpv-prefix.js';
import { DepartementListParameter } from './departement-list.js';
import { IntegerParameter } from './integer.js';
import { inOrder, refuseWhen, Rules } from './rules.js';
import { WordsParameter } from './words.js';

/** Rejected by both models: only on request. */
export const VERDICTS_DEFAULT: readonly ValeurVerdict[] = ['oui', 'incertain'];
/** `ignored` only on request. */
export const STATUTS_UTILISATEUR_DEFAULT: readonly StatutUtilisateur[] = STATUTS_UTILISATEUR.filter(
  (statut) => statut !== 'ignored',
);

/** Parameters of GET /opportunites (contract, operation `listOpportunites`). */
@Rules<OpportunitesQuery>(
  inOrder('budget_min', 'budget_max'),
  inOrder('date_limite_min', 'date_limite_max'),
  refuseWhen(
    ({ page = 1, per_page = PER_PAGE_DEFAULT_PAGE_MODE }) => page * per_page > DEPTH_MAX,
    'page_too_deep',
    `« page » × « per_page » ne peut pas dépasser ${DEPTH_MAX} : affinez la recherche, ou relevez « score_min ».`,
  ),
)
export class OpportunitesQuery {
  @WordsParameter({
    description:
      'Mots cherchés dans le titre et le nom de l’acheteur, sans tenir compte des accents ni des terminaisons ; tous doivent s’y trouver.',
    min: 1,
    max: Q_MAX_AVIS,
  })
  q?: string;

  @DepartementListParameter()
  departement?: CodeDepartement[];

  @CpvPrefixParameter()
  cpv?: string;

  @IntegerParameter({
    description: 'Budget minimal, inclus ; écarte les avis sans budget.',
    min: 0,
    unit: 'euros',
    example: 40_000,
  })
  budget_min?: number;

  @IntegerParameter({
    description: 'Budget maximal, inclus. Donné sans `budget_min`, il garde les avis sans budget.',
    min: 0,
    unit: 'euros',
    example: 221_000,
  })
  budget_max?: number;

  @DayParameter('Date limite de réponse à partir de ce jour inclus (calendrier de Paris).')
  date_limite_min?: string;

  @DayParameter('Date limite de réponse jusqu’à ce jour inclus (calendrier de Paris).')
  date_limite_max?: string;

  @IntegerParameter({
    description: 'Score minimal, inclus.',
    min: 0,
    max: 100,
    example: SCORE_MIN_DEFAULT,
    default: SCORE_MIN_DEFAULT,
  })
  score_min?: number;

  @ChoiceListParameter({
    description:
      'Verdicts gardés. Un avis rejeté par un seul modèle compte pour `incertain`, par les deux pour `non` ; un avis jamais évalué compte pour `oui`.',
    values: VERDICTS,
    default: VERDICTS_DEFAULT,
  })
  verdict?: ValeurVerdict[];

  @ChoiceListParameter({
    description: 'Statuts donnés par l’utilisateur. Par défaut : tous sauf `ignored`.',
    values: STATUTS_UTILISATEUR,
    default: STATUTS_UTILISATEUR_DEFAULT,
  })
  statut_utilisateur?: StatutUtilisateur[];

  @IntegerParameter({
    description: `Numéro de page à partir de 1 ; \`page\` × \`per_page\` ne dépasse pas ${DEPTH_MAX}, sinon 400 \`page_too_deep\`.`,
    min: 1,
    example: 1,
    default: 1,
  })
  page?: number;

  @IntegerParameter({
    description: 'Avis par page.',
    min: 1,
    max: PER_PAGE_MAX,
    example: PER_PAGE_DEFAULT_PAGE_MODE,
    default: PER_PAGE_DEFAULT_PAGE_MODE,
  })
  per_page?: number;
}
