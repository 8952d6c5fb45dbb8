import type { CodeDepartement } from '../departements.js';
import {
  DEPTH_MAX,
  PER_PAGE_DEFAULT_CURSOR_MODE,
  PER_PAGE_DEFAULT_PAGE_MODE,
  PER_PAGE_MAX,
  Q_MAX_AVIS,
  SOURCES_MAX,
  UPDATED_SINCE_MAX_DAYS,
} from '../limits.js';
import {
  FILTRES_STATUT,
  TRIS_AVIS,
  TYPES_MARCHE,
  type FiltreStatut,
  type TriAvis,
  type TypeMarche,
} from '../vocabulary.js';
import { DayParameter } from './calendar-day.js';
import { ChoiceParameter } from './choice.js';
import { CodeListParameter } from './code-list.js';
import { CpvPrefixParameter } from './cpv-prefix.js';
import { CursorParameter } from './cursor-text.js';
import { DepartementListParameter } from './departement-list.js';
import { InstantParameter } from './instant.js';
import { IntegerParameter } from './integer.js';
import { excludes, inOrder, refuseWhen, Rules } from './rules.js';
import { WordsParameter } from './words.js';

const PAGE_MODE = ['q', 'tri', 'page'] as const;

/** Parameters of GET /avis (contract, operation `searchAvis`). */
@Rules<AvisQuery>(
  inOrder('budget_min', 'budget_max'),
  inOrder('date_limite_min', 'date_limite_max'),
  excludes('curseur', PAGE_MODE),
  excludes('updated_since', ['statut', ...PAGE_MODE]),
  refuseWhen(
    (query) => isPageMode(query) && (query.page ?? 1) * (query.per_page ?? PER_PAGE_DEFAULT_PAGE_MODE) > DEPTH_MAX,
    'page_too_deep',
    `« page » × « per_page » ne peut pas dépasser ${DEPTH_MAX} : affinez la recherche, ou parcourez tout par curseur.`,
  ),
)
export class AvisQuery {
  @WordsParameter({
    description:
      'Mode page. Mots cherchés dans le titre et le nom de l’acheteur, sans tenir compte des accents ni des terminaisons ; tous doivent s’y trouver.',
    min: 1,
    max: Q_MAX_AVIS,
  })
  q?: string;

  @CodeListParameter({
    description:
      'Sources, par leur code (voir `/sources`). Par défaut : toutes les sources servies. En mode curseur, une source coupée est acceptée et ses avis reviennent retirés.',
    of: 'codes de sources de /sources',
    max: SOURCES_MAX,
    unique: true,
    isCode: (code) => /^[a-z0-9_]{1,40}$/.test(code),
    pattern: '[a-z0-9_]+',
    example: 'boamp,ted',
  })
  source?: string[];

  @DepartementListParameter()
  departement?: CodeDepartement[];

  @CpvPrefixParameter()
  cpv?: string;

  @ChoiceParameter({ description: 'Type de marché.', values: TYPES_MARCHE, anyCase: true })
  type_marche?: TypeMarche;

  @IntegerParameter({ description: 'Budget minimal, inclus.', min: 0, unit: 'euros', example: 40_000 })
  budget_min?: number;

  @IntegerParameter({ description: 'Budget maximal, inclus.', min: 0, unit: 'euros', example: 221_000 })
  budget_max?: number;

  @DayParameter('Date limite de réponse à partir de ce jour inclus (calendrier de Paris).')
  date_limite_min?: string;

  @DayParameter('Date limite de réponse jusqu’à ce jour inclus (calendrier de Paris).')
  date_limite_max?: string;

  @DayParameter('Publiés à partir de ce jour inclus.')
  publie_depuis?: string;

  @IntegerParameter({
    description: 'Complétude minimale ; elle va par pas de 10. Valable dans les deux modes.',
    min: 0,
    max: 100,
    example: 70,
  })
  completude_min?: number;

  @ChoiceParameter({
    description: 'Statut des avis. Incompatible avec `updated_since`. Par défaut : `ouvert`.',
    values: FILTRES_STATUT,
  })
  statut?: FiltreStatut;

  @ChoiceParameter({
    description:
      'Mode page. `date_limite` : échéance la plus proche d’abord ; `publication` : plus récent d’abord. Par défaut `date_limite` quand `statut` est `ouvert`, sinon `publication`.',
    values: TRIS_AVIS,
  })
  tri?: TriAvis;

  @IntegerParameter({
    description: `Mode page. Numéro de page à partir de 1 (1 par défaut) ; \`page\` × \`per_page\` ne dépasse pas ${DEPTH_MAX}, sinon 400 \`page_too_deep\`.`,
    min: 1,
    example: 1,
  })
  page?: number;

  @IntegerParameter({
    description: `Avis par page. Par défaut ${PER_PAGE_DEFAULT_PAGE_MODE} en mode page, ${PER_PAGE_DEFAULT_CURSOR_MODE} en mode curseur.`,
    min: 1,
    max: PER_PAGE_MAX,
    example: 50,
  })
  per_page?: number;

  @CursorParameter()
  curseur?: string;

  @InstantParameter(
    `Mode curseur. Seulement les avis nouveaux, modifiés ou retirés depuis cet instant, tous statuts : passez le \`meta.synchronise_jusqu_a\` de la synchronisation précédente. Plus de ${UPDATED_SINCE_MAX_DAYS} jours dans le passé : 400 \`resync_required\`. Incompatible avec \`statut\`, \`q\`, \`tri\` et \`page\`.`,
  )
  updated_since?: string;
}

/** Page mode is selected as soon as one of its parameters is given. */
export function isPageMode(query: AvisQuery): boolean {
  return PAGE_MODE.some((name) => query[name] !== undefined);
}
